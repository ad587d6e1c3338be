// Package study has what the simulation studies in its folders share. Nothing
// uses a study but its command. The way of a study, in folder NAME:
//
//  1. Config has the settings; its Check names one that is out of range.
//  2. Run draws a workload for each seed and simulates it ([Each]). Results do
//     not depend on the number of workers.
//  3. A number over the seeds is a [Sample], and its [Spread] is shown.
//  4. [Claims] are the sentences of the paper, each with a function that tries
//     it: whether it holds here, and what was measured.
//  5. NAME.md is the text of the page ([Texts]). Numbers in its sentences come
//     from the results, and the settings come last.
//  6. Page joins claims, text, figures and a CSV of all that was measured.
//  7. [Page.Write] writes README.md, cells.csv and the figures.
package study
