package curves

// floods notices users who have far more jobs in the queue than is usual. These
// jobs will wait for each other, as no like jobs did before.
type floods struct {
	queued map[int64]int // waiting jobs, by user
	counts []float64     // jobs by queued jobs of their users at submission
	jobs   float64       // sum of counts
}

const (
	mostQueued  = 600  // queued jobs of a user that are counted
	usualQueued = 10   // queued jobs of a user that are usual in all queues
	floodShare  = .015 // of all jobs have more than usual
)

// factor returns the factor of the upper bounds of a job of a user that is about
// to enter: the queued jobs of the user over the usual number, at least 1.
func (f *floods) factor(user int64) float64 {
	if user < 0 { // unknown
		return 1
	}
	usual, _ := fromTop(f.counts, floodShare*f.jobs)
	return max(float64(f.queued[user])/float64(max(usual, usualQueued)), 1)
}

// enter adds a job of a user to the queue.
func (f *floods) enter(user int64) {
	queued := f.queued[user]
	f.queued[user]++
	f.jobs++
	for len(f.counts) <= min(queued, mostQueued) {
		f.counts = append(f.counts, 0)
	}
	f.counts[min(queued, mostQueued)]++
}

// leave takes a job of a user out of the queue.
func (f *floods) leave(user int64) {
	if f.queued[user]--; f.queued[user] == 0 {
		delete(f.queued, user)
	}
}
