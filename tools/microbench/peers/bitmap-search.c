// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/*
 * Times the search for a free Receive buffer on this processor. n buffers are acquired one after the other, 16 per shard, as when a connection
 * is set up. "As posted" searches all shards from the first, and tests and sets each bit from 0 with locked instructions, as the kernel's
 * test_and_set_bit does. "Cursor" searches only the last shard for its first zero bit. For each number of shards, the program prints the number
 * of bit tests, the time of all n acquisitions with each search, and the locked bit tests per second. Each time is the minimum of many runs,
 * followed by the median. The shards are scattered in memory, as in the kernel's heap. The program searches an array; the kernel searches an
 * xarray, which takes longer.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define PER_SHARD 16
#define SHARDS 129
#define RUNS 2000

struct shard {
	unsigned long taken;
	char apart[120];
};

static struct shard shards[SHARDS] __attribute__((aligned(128)));
static unsigned used;

/* Returns the CPU time of this process. */
static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
	return time.tv_sec + time.tv_nsec * 1e-9;
}

/* Sets a bit with one locked instruction; returns its previous value. */
static inline int test_and_set(unsigned long *word, long bit)
{
#if defined(__x86_64__)
	int was;

	__asm__ volatile("lock btsq %2, %1" : "=@ccc"(was), "+m"(*word) : "Ir"(bit) : "memory");
	return was;
#else
	return __atomic_fetch_or(word, 1UL << bit, __ATOMIC_SEQ_CST) >> bit & 1;
#endif
}

static __attribute__((noinline)) unsigned take_posted(void)
{
	for (unsigned s = 0; s < used; s++)
		for (unsigned i = 0; i < PER_SHARD; i++)
			if (!test_and_set(&shards[s].taken, i))
				return s * PER_SHARD + i;
	test_and_set(&shards[used].taken, 0);
	return used++ * PER_SHARD;
}

static __attribute__((noinline)) unsigned take_cursor(void)
{
	if (used > 0) {
		struct shard *last = &shards[used - 1];
		unsigned i = __builtin_ctzl(~*(volatile unsigned long *)&last->taken);

		if (i < PER_SHARD && !test_and_set(&last->taken, i))
			return (used - 1) * PER_SHARD + i;
	}
	test_and_set(&shards[used].taken, 0);
	return used++ * PER_SHARD;
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Returns the minimum time of reading the clock. */
static double clock_time(void)
{
	double least = 1;

	for (unsigned r = 0; r < RUNS; r++) {
		double begun = now(), time = now() - begun;

		if (time < least)
			least = time;
	}
	return least;
}

/* Measures the minimum and median time of acquiring n buffers. Exits if a buffer is not the next one. */
static void measure(unsigned (*take)(void), unsigned n, unsigned runs, double *best, double *median)
{
	static double times[RUNS];
	double clock = clock_time();

	for (unsigned r = 0; r < runs; r++) {
		double begun;

		memset(shards, 0, sizeof(shards));
		used = 0;
		begun = now();
		for (unsigned i = 0; i < n; i++)
			if (take() != i) {
				fprintf(stderr, "not the next buffer: %u\n", i);
				exit(1);
			}
		times[r] = now() - begun - clock;
	}
	qsort(times, runs, sizeof(*times), compare);
	*best = times[0];
	*median = times[runs / 2];
}

/* Returns the number of locked bit tests that acquire n buffers as posted. Each buffer tests the bits before it and its own, except that the
 * first bit of a new shard is set without a test. */
static double tests(unsigned n)
{
	double sum = 0;

	for (unsigned i = 0; i < n; i++)
		sum += i + (i % PER_SHARD != 0);
	return sum;
}

int main(void)
{
	static const unsigned counts[] = { 16, 32, 64, 72, 135, 263, 512, 1024, 2055 };

	printf("shards,buffers,tests,posted_us,posted_median_us,cursor_us,cursor_median_us,tests_per_us\n");
	for (unsigned c = 0; c < sizeof(counts) / sizeof(*counts); c++) {
		unsigned n = counts[c], runs = n > 512 ? RUNS / 40 : RUNS;
		double posted, posted_median, cursor, cursor_median;

		measure(take_posted, n, runs, &posted, &posted_median);
		measure(take_cursor, n, runs, &cursor, &cursor_median);
		printf("%u,%u,%.0f,%.2f,%.2f,%.3f,%.3f,%.0f\n", (n + PER_SHARD - 1) / PER_SHARD, n, tests(n), posted * 1e6,
		       posted_median * 1e6, cursor * 1e6, cursor_median * 1e6, tests(n) / (posted * 1e6));
	}
	return 0;
}
