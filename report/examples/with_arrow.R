# Reads a run directory with the R package arrow: Rscript with_arrow.R DIR
suppressPackageStartupMessages(library(arrow))

dir <- commandArgs(trailingOnly = TRUE)[1]
scores <- as.data.frame(read_feather(file.path(dir, "scores.arrow")))
predictions <- as.data.frame(read_feather(file.path(dir, "predictions.arrow")))

# What each method achieved by queue: the share of waits within the bound, and the median of wait over bound.
by_queue <- scores[scores$procs == "all", c("trace", "queue", "method", "quantile", "side", "correct", "median_ratio")]
by_queue <- by_queue[order(by_queue$trace, by_queue$queue, by_queue$method, by_queue$quantile, by_queue$side), ]
write.csv(by_queue, row.names = FALSE, quote = FALSE, na = "")
cat("\n")

# The same shares from the single jobs. A level with l behind it is a lower bound, which is to lie below the wait.
jobs <- predictions[predictions$procs_range == "all" & predictions$scored & !is.na(predictions$bound), ]
for (name in c("trace", "queue", "method", "level")) jobs[[name]] <- as.character(jobs[[name]])
jobs$correct <- ifelse(endsWith(jobs$level, "l"), jobs$wait >= jobs$bound, jobs$wait <= jobs$bound)
shares <- aggregate(correct ~ trace + queue + method + level, jobs, mean)
write.csv(shares[order(shares$trace, shares$queue, shares$method, shares$level), ], row.names = FALSE, quote = FALSE)
