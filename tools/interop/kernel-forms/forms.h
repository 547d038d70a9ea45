/* SPDX-License-Identifier: GPL-2.0-only */
/* Copyright (c) 2026 the rpcrdma authors */
/*
 * The forms in which one connection's Receive buffers of 4 KB can be allocated and mapped for a device:
 *
 *   stock          each buffer has memory and a mapping of its own
 *   rfc-v3         blocks of order 4 with a mapping each; a buffer is searched for from the first block's first bit, as the third
 *                  version of the arena patch describes it (21 Aug 2025)
 *   cursor-64K     blocks of order 4; a buffer is taken from the last one
 *   cursor-32K     the same with blocks of order 3
 *   sgtable-4K     one mapping per connection of a list of single pages (dma_map_sgtable), as kernels without dma_iova_link have it
 *   one-iova-4K    one IOVA range per connection: reserved, linked page by page, synchronized once, destroyed as a whole
 *   one-iova-32K   the same over blocks of order 3, or smaller ones if there is none without direct reclaim
 *   one-iova-64K   the same over blocks of order 4
 *
 * Without an IOMMU there is no range to reserve: one-iova then maps each block. Kernels older than Linux 6.16 have no calls for
 * one-iova.
 */
#ifndef FORMS_H
#define FORMS_H

#include <linux/compiler.h>
#include <linux/dma-mapping.h>
#include <linux/timex.h>
#include <linux/xarray.h>

#define BUFFER_SIZE PAGE_SIZE

/* What a connection's set-up and tear-down is made of. */
enum phase { ALLOCATE, RESERVE, MAP, SYNC, TAKE, UNMAP, RELEASE, PHASES };

/* Clock ticks of each phase, of these or of another enumeration of as many at most. A phase ends with a call of charge. */
struct meter {
	u64 last;
	u64 ticks[PHASES];
	u32 charges[PHASES];
};

static __always_inline void charge(struct meter *meter, unsigned int phase)
{
	u64 now = get_cycles();

	meter->ticks[phase] += now - meter->last;
	meter->charges[phase]++;
	meter->last = now;
}

struct mapping {
	dma_addr_t address;
	phys_addr_t memory;
	size_t size;
};

struct connection {
	const struct form *form;
	struct device *device;
	struct meter meter;
	unsigned int buffers;
	unsigned int taken;	/* buffers that have memory and an address */
	unsigned int mappings;
	/* Of each buffer; as long as the connection. */
	void **memory;
	dma_addr_t *addresses;
	/* Of forms with blocks. */
	struct xarray shards;
	struct shard *last;
	struct iova_range *range;
};

struct form {
	const char *name;
	unsigned int order;	/* of its blocks */
	/* Sets all buffers up, or returns an errno; tear_down is due in either case. */
	int (*set_up)(struct connection *connection);
	void (*tear_down)(struct connection *connection);
	struct mapping (*mapping)(struct connection *connection, unsigned int number);
};

/* Returns NULL if there is no such form. */
const struct form *form_of(const char *name);

/* Returns the name of the form with that number, counted from 0; NULL if there are fewer. */
const char *form_name(unsigned int number);

#endif
