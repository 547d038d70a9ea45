#!/usr/bin/env bash
# A sweep on a Slurm cluster: each array task claims the next free point.
#
#   ./rpcrdma --version          # once, so that no task has to build
#   sbatch docs/sweep-slurm.sh docs/study.grid /shared/results
#
# /shared/results is on a file system that all nodes share. The last task to finish writes results.json, results.csv and
# report.html there. If tasks were killed, submit the script again, with any number of tasks (--array=1-4); finished
# points are kept.
#SBATCH --job-name=rpcrdma-sweep
#SBATCH --array=1-32
#SBATCH --cpus-per-task=1
#SBATCH --mem=4G
#SBATCH --time=01:00:00
#SBATCH --requeue
set -euo pipefail

grid=${1:?"usage: sbatch docs/sweep-slurm.sh GRID DIR"}
results=${2:?"usage: sbatch docs/sweep-slurm.sh GRID DIR"}

# Slurm runs a copy of this file in the folder from which it was submitted.
cd "${SLURM_SUBMIT_DIR:-.}"
exec "${RPCRDMA:-./rpcrdma}" sweep --grid "$grid" --out "$results"
