#!/usr/bin/env bash
# A sweep on a Slurm cluster: a slice a task of an array.
#
#   ./rpcrdma --version          # once, so that no task has to build
#   sbatch docs/sweep-slurm.sh docs/study.grid /shared/results
#
# /shared/results is on a file system that all nodes share. The task that ends last writes results.json, results.csv and
# report.html there. A task that was killed goes on where it was: submit it again, alone if you like (--array=7).
#SBATCH --job-name=rpcrdma-sweep
#SBATCH --array=1-32
#SBATCH --cpus-per-task=1
#SBATCH --mem=4G
#SBATCH --time=01:00:00
#SBATCH --requeue
set -euo pipefail

grid=${1:?"usage: sbatch docs/sweep-slurm.sh GRID DIR"}
results=${2:?"usage: sbatch docs/sweep-slurm.sh GRID DIR"}
# As many slices as the array above has tasks: not Slurm's own count, which is another where one task is submitted again.
slices=${SLICES:-32}

# Slurm runs a copy of this file, in the folder that it was submitted from.
cd "${SLURM_SUBMIT_DIR:-.}"
exec "${RPCRDMA:-./rpcrdma}" sweep --grid "$grid" --out "$results" --slice "$SLURM_ARRAY_TASK_ID/$slices"
