// SPDX-License-Identifier: GPL-2.0-only
/* Copyright (c) 2026 the rpcrdma authors */
#include <linux/gfp.h>
#include <linux/mm.h>
#include <linux/prandom.h>

#include "fragments.h"

#define ORDER 3

static LIST_HEAD(held);

/* Frees those of a list. */
static void free_list(struct list_head *pages)
{
	struct page *page, *next;

	list_for_each_entry_safe(page, next, pages, lru) {
		list_del(&page->lru);
		__free_page(page);
	}
}

/* Takes each block that there is, and frees all but a page of it. */
static unsigned long fragment_blocks(struct rnd_state *state)
{
	LIST_HEAD(others);
	struct page *block;
	unsigned long n = 0;

	while ((block = alloc_pages(GFP_NOWAIT | __GFP_NOWARN, ORDER))) {
		unsigned int i, kept = prandom_u32_state(state) % (1 << ORDER);

		split_page(block, ORDER);
		for (i = 0; i < 1 << ORDER; i++)
			list_add_tail(&block[i].lru, i == kept ? &held : &others);
		n++;
	}
	free_list(&others);
	return n;
}

unsigned long fragment_memory(u64 seed)
{
	struct rnd_state state;
	unsigned long n, sum = 0;

	prandom_seed_state(&state, seed);
	/* The kernel keeps a reserve of free pages: its blocks come with the next pass. */
	do {
		n = fragment_blocks(&state);
		sum += n;
	} while (n);
	return sum;
}

void mend_memory(void)
{
	free_list(&held);
}
