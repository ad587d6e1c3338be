#!/bin/bash
# Written by waitbench replay --slurm. As a task of an array it does the unit of that number, else it
# puts the units together.
export GOMAXPROCS=${SLURM_CPUS_PER_TASK:-1}
if [ -n "$SLURM_ARRAY_TASK_ID" ]; then
	set -- --unit "$SLURM_ARRAY_TASK_ID/@OF@"
else
	set -- --merge --resume
fi
exec @COMMAND@ "$@"
