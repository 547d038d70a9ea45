#!/usr/bin/env bash
# A sweep on a Slurm cluster: each task of an array takes the next point that is free.
#
#   ./rpcrdma --version          # once, so that no task has to build
#   sbatch docs/sweep-slurm.sh docs/study.grid /shared/results
#
# /shared/results is on a file system that all nodes share. The task that ends last writes results.json, results.csv and
# report.html there. If tasks were killed, submit it again, with as many tasks as you like (--array=1-4): points that
# are done are kept.
#SBATCH --job-name=rpcrdma-sweep
#SBATCH --array=1-32
#SBATCH --cpus-per-task=1
#SBATCH --mem=4G
#SBATCH --time=01:00:00
#SBATCH --requeue
set -euo pipefail

grid=${1:?"usage: sbatch docs/sweep-slurm.sh GRID DIR"}
results=${2:?"usage: sbatch docs/sweep-slurm.sh GRID DIR"}

# Slurm runs a copy of this file, in the folder that it was submitted from.
cd "${SLURM_SUBMIT_DIR:-.}"
exec "${RPCRDMA:-./rpcrdma}" sweep --grid "$grid" --out "$results"
