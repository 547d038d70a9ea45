/* SPDX-License-Identifier: GPL-2.0-only */
/* Copyright (c) 2026 the rpcrdma authors */
/*
 * Fragmented memory: of each free block of eight pages one page, at random, is held. Seven eighths of memory stay free, in
 * smaller blocks.
 */
#ifndef FRAGMENTS_H
#define FRAGMENTS_H

#include <linux/types.h>

/* Returns how many pages are held. */
unsigned long fragment_memory(u64 seed);
void mend_memory(void);

#endif
