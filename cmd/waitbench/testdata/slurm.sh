#!/usr/bin/env bash
# slurm.sh DIR [COMMAND...] - a whole Slurm with accounting on this machine, for tests: munged, MariaDB,
# slurmdbd, slurmctld and two slurmd, nodes n1 and n2 of 2 CPUs each, partitions main (60 min) and
# short (5 min). It prints "ready", runs COMMAND (cat: until standard input ends) with SLURM_CONF set to
# DIR/slurm.conf, and takes all down again: whatever ends it but kill -9, no process stays. Everything
# is in DIR, which is made and must be short (sockets), and listens on 127.0.0.1 and DIR alone.
# Needs root and Debian's packages slurm-wlm slurmdbd mariadb-server, without which it exits with 3.
# Tried with Slurm 22.05.8.
set -euo pipefail
PATH=$PATH:/usr/sbin:/sbin
cannot() { echo "cannot start a Slurm: $1" >&2 && exit 3; }
[ $EUID = 0 ] || cannot "not root"
for p in sbatch slurmctld slurmd slurmdbd munged mariadbd mariadb-install-db; do
	command -v $p >/dev/null || cannot "$p is not installed"
done

mkdir -p "$1"
W=$(cd "$1" && pwd)
shift
export SLURM_CONF=$W/slurm.conf MYSQL_UNIX_PORT=$W/db.sock

# stop kills whoever began with SLURM_CONF in the environment: all that was started here, jobs too.
stop() {
	trap '' INT TERM HUP
	trap - EXIT
	export -n SLURM_CONF
	for _ in {1..100}; do
		pids=$(grep -lzxF "SLURM_CONF=$SLURM_CONF" /proc/[0-9]*/environ 2>/dev/null | cut -d/ -f3) || true
		[ -n "$pids" ] || break
		# shellcheck disable=SC2086
		kill -9 $pids 2>/dev/null || true
	done
}
trap stop EXIT
trap 'exit 130' INT TERM HUP

# daemon LOG COMMAND... starts it in the background.
daemon() {
	"${@:2}" >"$W/log/$1" 2>&1 </dev/null &
	disown
}

# until_ok COMMAND... waits until it succeeds, 20 s at most.
until_ok() {
	local end=$((SECONDS + 20))
	until timeout 5 "$@" >"$W/log/up" 2>&1; do
		if ((SECONDS > end)); then
			echo "slurm.sh: not up in time: $*" >&2
			tail -n 5 "$W"/log/* >&2
			exit 1
		fi
		sleep .1
	done
}

# The first of four ports that nobody listens at.
port() {
	for p in $(shuf -i 10000-32000 -n 50); do
		for i in 0 1 2 3; do ! (: </dev/tcp/127.0.0.1/$((p + i))) 2>/dev/null || continue 2; done
		echo "$p" && return
	done
}

mkdir -p "$W"/{log,db,tmp,state,n1,n2}
chmod 755 "$W"
H=$(uname -n) P=$(port)
H=${H%%.*}
install -m 600 /dev/null "$W/munge.key"
head -c 128 /dev/urandom >"$W/munge.key"
daemon munged munged --foreground --force --socket="$W/munge.sock" --key-file="$W/munge.key" --pid-file="$W/munge.pid" --seed-file="$W/munge.seed"
# A server that starts removes the temporary tables in its tmpdir, also those of others.
mariadb-install-db --no-defaults --user=root --datadir="$W/db" --tmpdir="$W/tmp" --skip-test-db >"$W/log/install-db" 2>&1
daemon mariadbd mariadbd --no-defaults --user=root --datadir="$W/db" --tmpdir="$W/tmp" --socket="$W/db.sock" --skip-networking --pid-file="$W/db.pid" \
	--innodb-flush-log-at-trx-commit=0
install -m 600 /dev/null "$W/slurmdbd.conf"
cat >"$W/slurmdbd.conf" <<X
AuthType=auth/munge
AuthInfo=socket=$W/munge.sock
DbdHost=localhost
DbdAddr=127.0.0.1
DbdPort=$P
CommunicationParameters=NoInAddrAny
SlurmUser=root
StorageType=accounting_storage/mysql
StorageHost=localhost
StorageUser=root
StorageLoc=slurm
PidFile=$W/slurmdbd.pid
X
cat >"$SLURM_CONF" <<X
ClusterName=test
SlurmctldHost=$H(127.0.0.1)
SlurmctldPort=$((P + 1))
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$W/munge.sock,cred_expire=5
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/backfill
SchedulerParameters=bf_interval=1,sched_interval=1,sched_min_interval=0,requeue_delay=2
KillWait=1
ReturnToService=2
StateSaveLocation=$W/state
SlurmdSpoolDir=$W/%n
SlurmctldPidFile=$W/slurmctld.pid
SlurmdPidFile=$W/%n.pid
SlurmdParameters=config_overrides
AccountingStorageType=accounting_storage/slurmdbd
AccountingStorageHost=localhost
AccountingStoragePort=$P
AccountingStoragePass=$W/munge.sock
JobAcctGatherType=jobacct_gather/none
NodeName=n1 NodeHostname=$H NodeAddr=127.0.0.1 Port=$((P + 2)) CPUs=2 RealMemory=1000
NodeName=n2 NodeHostname=$H NodeAddr=127.0.0.1 Port=$((P + 3)) CPUs=2 RealMemory=1000
PartitionName=main Nodes=n1,n2 Default=YES MaxTime=60
PartitionName=short Nodes=n1,n2 MaxTime=5
X
until_ok mariadb --no-defaults --socket="$W/db.sock" -e 'select 1'
daemon slurmdbd bash -c 'until slurmdbd -D; do sleep 1; done' # on a busy machine its first start may fail
until_ok sacctmgr -i add cluster test
daemon slurmctld slurmctld -D
for n in n1 n2; do daemon $n slurmd -D -N $n; done
until_ok bash -c '[ "$(sinfo -h -p main -t idle -o %D)" = 2 ]'
echo ready
"${@:-cat}" <&0 &
wait $!
