// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/*
 * Measures how long it takes to pass a cache line from one processor to another, and prints the time for every tenth of a second. Run it next
 * to the two-thread benchmark ArenaPastCaches, which passes several lines for each buffer. In a virtual machine, the result shows when the host
 * runs the two processors on cores that share a cache. The last column counts the clock ticks that the host used for other work.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define SLICE 0.1
#define ROUNDS 1000

/* Even for the first processor's turn, odd for the second's. No other data shares its cache line or the adjacent line, which the processor
 * prefetches. */
static _Alignas(128) atomic_long ball;
static _Alignas(128) atomic_int ends;

static double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec + now.tv_nsec * 1e-9;
}

static void run_on(int processor)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(processor, &set);
	if (sched_setaffinity(0, sizeof(set), &set) != 0)
		perror("sched_setaffinity");
}

static void *answer(void *unused)
{
	run_on(1);
	while (!atomic_load_explicit(&ends, memory_order_relaxed)) {
		long turn = ball;

		if (turn & 1)
			ball = turn + 1;
	}
	return unused;
}

static long stolen(void)
{
	FILE *file = fopen("/proc/stat", "r");
	long ticks = -1;

	if (!file)
		return ticks;
	if (fscanf(file, "cpu %*d %*d %*d %*d %*d %*d %*d %ld", &ticks) != 1)
		ticks = -1;
	fclose(file);
	return ticks;
}

int main(int argc, char **argv)
{
	double begin = seconds();
	double end = begin + (argc > 1 ? atof(argv[1]) : 10);
	pthread_t thread;
	long turn = 0;

	run_on(0);
	if (pthread_create(&thread, NULL, answer, NULL) != 0)
		return 1;
	while (seconds() < end) {
		double from = seconds(), now = from;
		long handed = 0, before = stolen();

		for (; now < from + SLICE; now = seconds()) {
			for (int i = 0; i < ROUNDS; i++) {
				ball = turn + 1;
				turn += 2;
				while (ball != turn)
					;
			}
			handed += 2 * ROUNDS;
		}
		printf("%6.1f s %6.1f ns stolen=%ld\n", from - begin, (now - from) / handed * 1e9, stolen() - before);
	}
	ends = 1;
	pthread_join(thread, NULL);
	return 0;
}
