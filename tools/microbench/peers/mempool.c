// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/*
 * Measures how long DPDK's mempool, with its per-core cache, takes to allocate and free a buffer. It is the C peer of the benchmarks
 * ArenaPairOneThread, ArenaPairTwoThreads, ArenaHold and ArenaBatch. Prints the CPU time: the minimum and the median of nine rounds.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <rte_eal.h>
#include <rte_launch.h>
#include <rte_lcore.h>
#include <rte_mempool.h>

#define HELD 64
#define BATCH 32
#define ROUNDS 9
#define PAIRS (1 << 24)

static struct rte_mempool *pool;

static double processor_nanos(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return now.tv_sec * 1e9 + now.tv_nsec;
}

static int pair(void)
{
	void *buffer;

	for (int i = 0; i < PAIRS; i++) {
		if (rte_mempool_get(pool, &buffer) < 0)
			return -1;
		__asm__ volatile("" : : "r"(buffer) : "memory");
		rte_mempool_put(pool, buffer);
	}
	return 0;
}

static int hold(void)
{
	static __thread void *held[HELD];

	for (int i = 0; i < PAIRS / HELD; i++) {
		for (int j = 0; j < HELD; j++)
			if (rte_mempool_get(pool, &held[j]) < 0)
				return -1;
		__asm__ volatile("" : : : "memory");
		for (int j = 0; j < HELD; j++)
			rte_mempool_put(pool, held[j]);
	}
	return 0;
}

static int batch(void)
{
	static __thread void *held[BATCH];

	for (int i = 0; i < PAIRS / BATCH; i++) {
		if (rte_mempool_get_bulk(pool, held, BATCH) < 0)
			return -1;
		__asm__ volatile("" : : : "memory");
		rte_mempool_put_bulk(pool, held, BATCH);
	}
	return 0;
}

static int ascending(const void *one, const void *other)
{
	const double a = *(const double *) one;
	const double b = *(const double *) other;

	return (a > b) - (a < b);
}

static int measure(void *step)
{
	double nanos[ROUNDS];

	for (int i = 0; i < ROUNDS; i++) {
		const double begun = processor_nanos();

		if (((int (*)(void)) step)() < 0)
			return -1;
		nanos[i] = (processor_nanos() - begun) / PAIRS;
	}
	qsort(nanos, ROUNDS, sizeof(nanos[0]), ascending);
	printf("  core %u: %.2f, median %.2f ns\n", rte_lcore_id(), nanos[0], nanos[ROUNDS / 2]);
	return 0;
}

static void one(const char *what, int (*step)(void))
{
	printf("%s, one thread\n", what);
	if (measure(step) < 0)
		rte_exit(EXIT_FAILURE, "mempool is empty\n");
}

static void two(const char *what, int (*step)(void))
{
	printf("%s, two threads\n", what);
	rte_eal_mp_remote_launch(measure, step, CALL_MAIN);
	rte_eal_mp_wait_lcore();
}

int main(int argc, char **argv)
{
	if (rte_eal_init(argc, argv) < 0)
		rte_exit(EXIT_FAILURE, "EAL cannot start\n");
	pool = rte_mempool_create("buffers", 4095, 4096, 256, 0, NULL, NULL, NULL, NULL, SOCKET_ID_ANY, 0);
	if (pool == NULL)
		rte_exit(EXIT_FAILURE, "mempool cannot be made\n");
	one("pair", pair);
	two("pair", pair);
	one("hold 64", hold);
	one("batch of 32", batch);
	two("batch of 32", batch);
	return 0;
}
