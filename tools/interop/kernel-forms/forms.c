// SPDX-License-Identifier: GPL-2.0-only
/* Copyright (c) 2026 the rpcrdma authors */
#include <linux/bitmap.h>
#include <linux/gfp.h>
#include <linux/mm.h>
#include <linux/scatterlist.h>
#include <linux/slab.h>
#include <linux/version.h>

#include "forms.h"

/* An allocation of a block that fails has a smaller one to fall back to. */
#define BLOCK_FLAGS ((GFP_KERNEL & ~__GFP_DIRECT_RECLAIM) | __GFP_NOWARN)

/* Whether the kernel has dma_iova_try_alloc and dma_iova_link. */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 16, 0)
#define HAS_IOVA_LINKS
#endif

static void hand_over(struct connection *connection, void *memory, dma_addr_t address)
{
	connection->memory[connection->taken] = memory;
	connection->addresses[connection->taken++] = address;
}

static int stock_set_up(struct connection *connection)
{
	int node = dev_to_node(connection->device);

	while (connection->taken < connection->buffers) {
		void *memory = kmalloc_node(BUFFER_SIZE, GFP_KERNEL, node);
		dma_addr_t address;

		charge(&connection->meter, ALLOCATE);
		if (!memory)
			return -ENOMEM;
		address = dma_map_single(connection->device, memory, BUFFER_SIZE, DMA_FROM_DEVICE);
		charge(&connection->meter, MAP);
		if (dma_mapping_error(connection->device, address)) {
			kfree(memory);
			return -ENOMEM;
		}
		hand_over(connection, memory, address);
		connection->mappings++;
		charge(&connection->meter, TAKE);
	}
	return 0;
}

static void stock_tear_down(struct connection *connection)
{
	unsigned int i;

	for (i = 0; i < connection->taken; i++) {
		dma_unmap_single(connection->device, connection->addresses[i], BUFFER_SIZE, DMA_FROM_DEVICE);
		charge(&connection->meter, UNMAP);
		kfree(connection->memory[i]);
		charge(&connection->meter, RELEASE);
	}
}

static struct mapping stock_mapping(struct connection *connection, unsigned int number)
{
	return (struct mapping) { connection->addresses[number], virt_to_phys(connection->memory[number]), BUFFER_SIZE };
}

struct shard {
	struct page *page;
	dma_addr_t address;
	unsigned long taken;	/* a bit of each buffer */
};

static struct shard *shard_create(struct connection *connection)
{
	unsigned int order = connection->form->order;
	struct shard *shard = kzalloc(sizeof(*shard), GFP_KERNEL);

	if (!shard)
		return NULL;
	shard->page = alloc_pages_node(dev_to_node(connection->device), GFP_KERNEL, order);
	charge(&connection->meter, ALLOCATE);
	if (!shard->page)
		goto free_shard;
	shard->address = dma_map_page(connection->device, shard->page, 0, PAGE_SIZE << order, DMA_FROM_DEVICE);
	charge(&connection->meter, MAP);
	if (dma_mapping_error(connection->device, shard->address))
		goto free_pages;
	return shard;

free_pages:
	__free_pages(shard->page, order);
free_shard:
	kfree(shard);
	return NULL;
}

static void shard_destroy(struct connection *connection, struct shard *shard)
{
	unsigned int order = connection->form->order;

	dma_unmap_page(connection->device, shard->address, PAGE_SIZE << order, DMA_FROM_DEVICE);
	charge(&connection->meter, UNMAP);
	__free_pages(shard->page, order);
	kfree(shard);
	charge(&connection->meter, RELEASE);
}

/* Each shard's bits from the first shard on. */
static struct shard *search_from_first(struct connection *connection, unsigned int *number)
{
	unsigned int i, size = 1 << connection->form->order;
	struct shard *shard;
	unsigned long index;

	xa_for_each(&connection->shards, index, shard)
		for (i = 0; i < size; i++)
			if (!test_and_set_bit(i, &shard->taken)) {
				*number = i;
				return shard;
			}
	return NULL;
}

static struct shard *search_last(struct connection *connection, unsigned int *number)
{
	struct shard *shard = connection->last;
	unsigned int size = 1 << connection->form->order;

	if (!shard)
		return NULL;
	*number = find_first_zero_bit(&shard->taken, size);
	return *number < size && !test_and_set_bit(*number, &shard->taken) ? shard : NULL;
}

/* Adds a shard whose first buffer is taken. */
static struct shard *add_shard(struct connection *connection)
{
	struct shard *shard;
	u32 id;

	charge(&connection->meter, TAKE);
	shard = shard_create(connection);
	if (!shard)
		return NULL;
	__set_bit(0, &shard->taken);
	if (xa_alloc(&connection->shards, &id, shard, xa_limit_16b, GFP_KERNEL)) {
		shard_destroy(connection, shard);
		return NULL;
	}
	connection->last = shard;
	connection->mappings++;
	return shard;
}

static __always_inline int take_all(struct connection *connection,
				    struct shard *(*search)(struct connection *connection, unsigned int *number))
{
	xa_init_flags(&connection->shards, XA_FLAGS_ALLOC);
	while (connection->taken < connection->buffers) {
		unsigned int number = 0;
		struct shard *shard = search(connection, &number);

		if (!shard)
			shard = add_shard(connection);
		if (!shard)
			return -ENOMEM;
		hand_over(connection, page_address(shard->page) + number * BUFFER_SIZE, shard->address + number * BUFFER_SIZE);
	}
	charge(&connection->meter, TAKE);
	return 0;
}

static int rfc_set_up(struct connection *connection)
{
	return take_all(connection, search_from_first);
}

static int cursor_set_up(struct connection *connection)
{
	return take_all(connection, search_last);
}

static void shards_tear_down(struct connection *connection)
{
	struct shard *shard;
	unsigned long index;

	xa_for_each(&connection->shards, index, shard) {
		xa_erase(&connection->shards, index);
		charge(&connection->meter, RELEASE);
		shard_destroy(connection, shard);
	}
	xa_destroy(&connection->shards);
	charge(&connection->meter, RELEASE);
}

static struct mapping shard_mapping(struct connection *connection, unsigned int number)
{
	struct shard *shard = xa_load(&connection->shards, number);

	return (struct mapping) { shard->address, page_to_phys(shard->page), PAGE_SIZE << connection->form->order };
}

struct block {
	struct page *page;
	unsigned int order;
	dma_addr_t address;
};

struct iova_range {
#ifdef HAS_IOVA_LINKS
	struct dma_iova_state state;
	size_t linked;
#endif
	struct sg_table pages;	/* of sgtable-4K */
	unsigned int blocks;
	struct block block[];
};

/* Adds blocks until there are so many pages. After a failure the others are smaller, too. */
static int add_blocks(struct connection *connection, unsigned int pages)
{
	struct iova_range *range = connection->range;
	unsigned int order = connection->form->order;
	int node = dev_to_node(connection->device);

	while (pages) {
		struct page *page = alloc_pages_node(node, order ? BLOCK_FLAGS : GFP_KERNEL, order);

		if (page) {
			range->block[range->blocks++] = (struct block) { page, order };
			pages -= 1 << order;
		} else if (order-- == 0) {
			return -ENOMEM;
		}
	}
	return 0;
}

#ifdef HAS_IOVA_LINKS
static int link_blocks(struct connection *connection, size_t size)
{
	struct iova_range *range = connection->range;
	unsigned int i;
	int failure = 0;

	for (i = 0; i < range->blocks && !failure; i++) {
		struct block *block = &range->block[i];
		size_t length = PAGE_SIZE << block->order;

		block->address = range->state.addr + range->linked;
		failure = dma_iova_link(connection->device, &range->state, page_to_phys(block->page), range->linked, length,
					DMA_FROM_DEVICE, 0);
		if (!failure)
			range->linked += length;
	}
	charge(&connection->meter, MAP);
	if (!failure)
		failure = dma_iova_sync(connection->device, &range->state, 0, size);
	charge(&connection->meter, SYNC);
	connection->mappings = i;
	return failure;
}

static int map_blocks(struct connection *connection)
{
	struct iova_range *range = connection->range;

	while (connection->mappings < range->blocks) {
		struct block *block = &range->block[connection->mappings];

		block->address = dma_map_page(connection->device, block->page, 0, PAGE_SIZE << block->order, DMA_FROM_DEVICE);
		if (dma_mapping_error(connection->device, block->address))
			return -ENOMEM;
		connection->mappings++;
	}
	charge(&connection->meter, MAP);
	return 0;
}
#endif

static void hand_over_blocks(struct connection *connection)
{
	struct iova_range *range = connection->range;
	struct block *block;
	unsigned int i;

	for (block = range->block; connection->taken < connection->buffers; block++)
		for (i = 0; i < 1 << block->order && connection->taken < connection->buffers; i++)
			hand_over(connection, page_address(block->page) + i * BUFFER_SIZE, block->address + i * BUFFER_SIZE);
	charge(&connection->meter, TAKE);
}

/* Allocates the memory of a range. */
static int range_allocate(struct connection *connection, unsigned int pages)
{
	struct iova_range *range = kvmalloc(struct_size(range, block, pages), GFP_KERNEL);
	int failure;

	if (!range)
		return -ENOMEM;
	memset(range, 0, sizeof(*range));
	connection->range = range;
	failure = add_blocks(connection, pages);
	charge(&connection->meter, ALLOCATE);
	return failure;
}

#ifdef HAS_IOVA_LINKS
static int range_set_up(struct connection *connection)
{
	unsigned int pages = round_up(connection->buffers, 1 << connection->form->order);
	size_t size = pages * PAGE_SIZE;
	int failure = range_allocate(connection, pages);
	struct iova_range *range = connection->range;

	if (failure)
		return failure;
	dma_iova_try_alloc(connection->device, &range->state, page_to_phys(range->block[0].page), size);
	charge(&connection->meter, RESERVE);
	failure = dma_use_iova(&range->state) ? link_blocks(connection, size) : map_blocks(connection);
	if (!failure)
		hand_over_blocks(connection);
	return failure;
}
#endif

static void range_free(struct connection *connection)
{
	struct iova_range *range = connection->range;
	unsigned int i;

	for (i = 0; i < range->blocks; i++)
		__free_pages(range->block[i].page, range->block[i].order);
	kvfree(range);
	charge(&connection->meter, RELEASE);
}

#ifdef HAS_IOVA_LINKS
static void range_tear_down(struct connection *connection)
{
	struct iova_range *range = connection->range;
	unsigned int i;

	if (!range)
		return;
	if (dma_use_iova(&range->state))
		dma_iova_destroy(connection->device, &range->state, range->linked, DMA_FROM_DEVICE, 0);
	else
		for (i = 0; i < connection->mappings; i++)
			dma_unmap_page(connection->device, range->block[i].address, PAGE_SIZE << range->block[i].order,
				       DMA_FROM_DEVICE);
	charge(&connection->meter, UNMAP);
	range_free(connection);
}
#endif

static int table_set_up(struct connection *connection)
{
	int failure = range_allocate(connection, connection->buffers);
	struct iova_range *range = connection->range;
	struct sg_dma_page_iter place;
	struct scatterlist *entry;
	unsigned int i;

	if (!failure)
		failure = sg_alloc_table(&range->pages, connection->buffers, GFP_KERNEL);
	if (failure)
		return failure;
	for_each_sgtable_sg(&range->pages, entry, i)
		sg_set_page(entry, range->block[i].page, PAGE_SIZE, 0);
	charge(&connection->meter, ALLOCATE);
	failure = dma_map_sgtable(connection->device, &range->pages, DMA_FROM_DEVICE, 0);
	charge(&connection->meter, MAP);
	if (failure)
		return failure;
	for_each_sgtable_dma_page(&range->pages, &place, 0)
		range->block[connection->mappings++].address = sg_page_iter_dma_address(&place);
	hand_over_blocks(connection);
	return 0;
}

static void table_tear_down(struct connection *connection)
{
	struct iova_range *range = connection->range;

	if (!range)
		return;
	if (connection->mappings)
		dma_unmap_sgtable(connection->device, &range->pages, DMA_FROM_DEVICE, 0);
	charge(&connection->meter, UNMAP);
	sg_free_table(&range->pages);
	range_free(connection);
}

static struct mapping block_mapping(struct connection *connection, unsigned int number)
{
	struct block *block = &connection->range->block[number];

	return (struct mapping) { block->address, page_to_phys(block->page), PAGE_SIZE << block->order };
}

static const struct form forms[] = {
	{ "stock", 0, stock_set_up, stock_tear_down, stock_mapping },
	{ "rfc-v3", 4, rfc_set_up, shards_tear_down, shard_mapping },
	{ "cursor-64K", 4, cursor_set_up, shards_tear_down, shard_mapping },
	{ "cursor-32K", 3, cursor_set_up, shards_tear_down, shard_mapping },
	{ "sgtable-4K", 0, table_set_up, table_tear_down, block_mapping },
#ifdef HAS_IOVA_LINKS
	{ "one-iova-4K", 0, range_set_up, range_tear_down, block_mapping },
	{ "one-iova-32K", 3, range_set_up, range_tear_down, block_mapping },
	{ "one-iova-64K", 4, range_set_up, range_tear_down, block_mapping },
#endif
};

const struct form *form_of(const char *name)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(forms); i++)
		if (!strcmp(name, forms[i].name))
			return &forms[i];
	return NULL;
}

const char *form_name(unsigned int number)
{
	return number < ARRAY_SIZE(forms) ? forms[number].name : NULL;
}
