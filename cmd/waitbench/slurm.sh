#!/bin/bash
# Written by waitbench replay --slurm. A task of the array runs its shard; the
# other job merges the shards.
export GOMAXPROCS=${SLURM_CPUS_PER_TASK:-1}
if [ -n "$SLURM_ARRAY_TASK_ID" ]; then
	set -- --shard "$SLURM_ARRAY_TASK_ID/@OF@"
else
	set -- @MERGE@
fi
exec @COMMAND@ "$@"
