# Reads a run directory with the R package arrow: Rscript with_arrow.R DIR
# Not run yet where waitbench is written: see README.md.
suppressPackageStartupMessages(library(arrow))

dir <- commandArgs(trailingOnly = TRUE)[1]
scores <- as.data.frame(read_feather(file.path(dir, "scores.arrow")))
predictions <- as.data.frame(read_feather(file.path(dir, "predictions.arrow")))

# What each method achieved by queue: the share of waits within the bound, and the median of wait over bound.
by_queue <- scores[scores$procs_range == "all", c("log", "queue", "method", "quantile", "side", "correct", "median_ratio")]
by_queue <- by_queue[order(by_queue$log, by_queue$queue, by_queue$method, by_queue$quantile, by_queue$side), ]
write.csv(by_queue, row.names = FALSE, quote = FALSE, na = "")
cat("\n")

# The same shares from the single jobs.
jobs <- predictions[predictions$procs_range == "all" & predictions$scored & !is.na(predictions$hit), ]
for (name in c("log", "queue", "method", "side")) jobs[[name]] <- as.character(jobs[[name]])
shares <- aggregate(hit ~ log + queue + method + quantile + side, jobs, mean)
names(shares)[6] <- "correct"
write.csv(shares[order(shares$log, shares$queue, shares$method, shares$quantile, shares$side), ], row.names = FALSE, quote = FALSE)
