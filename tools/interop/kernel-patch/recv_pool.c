// SPDX-License-Identifier: GPL-2.0-only
/* Copyright (c) 2026 the rpcrdma authors */
/*
 * A connection's Receive buffers, grouped into shards that have one DMA mapping each: written after the description of
 * "[RFC PATCH v2] svcrdma: Introduce Receive buffer arenas" (11 Aug 2025), to count what its algorithm executes. Shards
 * are in an xarray, each has a bitmap of its buffers, and all go with the connection.
 */
#include <linux/device.h>
#include <linux/module.h>
#include <linux/pci.h>
#include <linux/xarray.h>
#include <rdma/ib_verbs.h>

#include "recv_buffers.h"

struct device *recv_beside;

/* Who writes it sees to it that nothing is mapped for the device of before. */
static int recv_set_beside(const char *text, const struct kernel_param *param)
{
	struct device *device = NULL;
	char name[16];

	strscpy(name, text, sizeof(name));
	if (*strim(name)) {
		device = bus_find_device_by_name(&pci_bus_type, NULL, strim(name));
		if (!device)
			return -ENODEV;
	}
	put_device(recv_beside);
	WRITE_ONCE(recv_beside, device);
	return 0;
}

static const struct kernel_param_ops recv_beside_ops = { .set = recv_set_beside };
module_param_cb(map_beside, &recv_beside_ops, NULL, 0200);
MODULE_PARM_DESC(map_beside, "PCI address of a device that Receive buffers are mapped for, too");

#ifndef RECV_MENDED

static const struct recv_form {
	const char	*name;
	size_t		shard_size;	/* 0: no shards */
	bool		walks;
} recv_forms[] = {
	{ "stock", 0, false },
	{ "posted", 65536, true },
	{ "cursor", 65536, false },
	{ "order3", 32768, false },
};

static const struct recv_form *recv_form = recv_forms;

static int recv_set_form(const char *text, const struct kernel_param *param)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(recv_forms); i++)
		if (sysfs_streq(text, recv_forms[i].name)) {
			WRITE_ONCE(recv_form, &recv_forms[i]);
			return 0;
		}
	return -EINVAL;
}

static const struct kernel_param_ops recv_form_ops = { .set = recv_set_form };
module_param_cb(form, &recv_form_ops, NULL, 0200);
MODULE_PARM_DESC(form, "where Receive buffers come from: stock, posted, cursor or order3");

struct recv_shard {
	void		*memory;
	u64		address;
	dma_addr_t	beside;
	unsigned long	*taken;
};

struct recv_pool {
	struct xarray		shards;
	struct ib_device	*device;
	struct recv_shard	*last;
	size_t			shard_size;
	size_t			buffer_size;
	unsigned int		buffers;	/* of a shard */
	bool			walks;
};

/* Not inlined: traced. */
static noinline struct recv_shard *recv_shard_create(struct recv_pool *pool)
{
	struct recv_shard *shard = kmalloc(sizeof(*shard), GFP_KERNEL);

	if (!shard)
		return NULL;
	shard->taken = kcalloc(BITS_TO_LONGS(pool->buffers), sizeof(long), GFP_KERNEL);
	if (!shard->taken)
		goto free_shard;
	shard->memory = kmalloc_node(pool->shard_size, GFP_KERNEL, ibdev_to_node(pool->device));
	if (!shard->memory)
		goto free_bitmap;
	shard->address = ib_dma_map_single(pool->device, shard->memory, pool->shard_size, DMA_FROM_DEVICE);
	if (ib_dma_mapping_error(pool->device, shard->address))
		goto free_memory;
	if (!recv_map_beside(shard->memory, pool->shard_size, &shard->beside))
		goto unmap;
	return shard;

unmap:
	ib_dma_unmap_single(pool->device, shard->address, pool->shard_size, DMA_FROM_DEVICE);
free_memory:
	kfree(shard->memory);
free_bitmap:
	kfree(shard->taken);
free_shard:
	kfree(shard);
	return NULL;
}

static noinline void recv_shard_destroy(struct recv_pool *pool, struct recv_shard *shard)
{
	recv_unmap_beside(pool->shard_size, shard->beside);
	ib_dma_unmap_single(pool->device, shard->address, pool->shard_size, DMA_FROM_DEVICE);
	kfree(shard->memory);
	kfree(shard->taken);
	kfree(shard);
}

bool recv_pool_create(struct svcxprt_rdma *rdma)
{
	const struct recv_form *form = READ_ONCE(recv_form);
	struct recv_pool *pool;

	if (form->shard_size == 0)
		return true;
	pool = kmalloc(sizeof(*pool), GFP_KERNEL);
	if (!pool)
		return false;
	xa_init_flags(&pool->shards, XA_FLAGS_ALLOC);
	pool->device = rdma->sc_pd->device;
	pool->last = NULL;
	pool->shard_size = form->shard_size;
	pool->buffer_size = rdma->sc_max_req_size;
	pool->buffers = pool->shard_size / pool->buffer_size;
	pool->walks = form->walks;
	rdma->sc_recv_pool = pool;
	return true;
}

void recv_pool_destroy(struct recv_pool *pool)
{
	struct recv_shard *shard;
	unsigned long index;

	xa_for_each(&pool->shards, index, shard) {
		xa_erase(&pool->shards, index);
		recv_shard_destroy(pool, shard);
	}
	xa_destroy(&pool->shards);
	kfree(pool);
}

/* As posted: from the first shard's first bit. */
static struct recv_shard *recv_pool_walk(struct recv_pool *pool, unsigned int *number)
{
	struct recv_shard *shard;
	unsigned long index;
	unsigned int i;

	xa_for_each(&pool->shards, index, shard)
		for (i = 0; i < pool->buffers; i++)
			if (!test_and_set_bit(i, shard->taken)) {
				*number = i;
				return shard;
			}
	return NULL;
}

static struct recv_shard *recv_pool_at_cursor(struct recv_pool *pool, unsigned int *number)
{
	struct recv_shard *shard = pool->last;
	unsigned long i;

	if (!shard)
		return NULL;
	i = find_first_zero_bit(shard->taken, pool->buffers);
	if (i >= pool->buffers || test_and_set_bit(i, shard->taken))
		return NULL;
	*number = i;
	return shard;
}

bool recv_pool_take(struct recv_pool *pool, void **buffer, u64 *address)
{
	unsigned int number = 0;
	struct recv_shard *shard;
	u32 id;

	shard = pool->walks ? recv_pool_walk(pool, &number) : recv_pool_at_cursor(pool, &number);
	if (!shard) {
		shard = recv_shard_create(pool);
		if (!shard)
			return false;
		__set_bit(0, shard->taken);
		if (xa_alloc(&pool->shards, &id, shard, xa_limit_16b, GFP_KERNEL)) {
			recv_shard_destroy(pool, shard);
			return false;
		}
		pool->last = shard;
	}
	*buffer = shard->memory + number * pool->buffer_size;
	*address = shard->address + number * pool->buffer_size;
	return true;
}

#endif
