// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.cost;

/**
 * The parameters of the cost model. The resource {@code costs.txt} of this package lists each parameter's unit, limits
 * and values. Each value is listed with its range, certainty and source. {@link CostModel} returns a machine's values.
 */
public enum CostParameter {
    /**
     * CPU time to create a DMA mapping of one page, which includes allocating its I/O virtual address and writing the
     * page table.
     */
    DMA_MAP("cpu.dma_map"),
    /** CPU time per additional leaf of a DMA mapping whose memory is contiguous. */
    DMA_MAP_PAGE("cpu.dma_map_page"),
    /**
     * CPU time to link each contiguous piece of memory to a reserved iova range, or each additional piece to a DMA
     * mapping.
     */
    DMA_LINK("cpu.dma_link"),
    /** CPU time to reserve an iova range to which memory will be linked, without the time to search the iova tree. */
    DMA_RESERVE("cpu.dma_reserve"),
    /** CPU time to synchronize an iova range after all of its memory has been linked. */
    DMA_SYNC("cpu.dma_sync"),
    /** CPU time to destroy an iova range, without the time for its leaves and for the immediate invalidation. */
    DMA_DESTROY("cpu.dma_destroy"),
    /** CPU time per additional page-table entry that a leaf occupies. AMD's larger leaves occupy several entries. */
    DMA_MAP_ENTRY("cpu.dma_map_entry"),
    /** CPU time to remove a DMA mapping of one page, without the time to wait for an invalidation. */
    DMA_UNMAP("cpu.dma_unmap"),
    /** CPU time per contiguous piece of memory to create a DMA mapping without an IOMMU. */
    DMA_MAP_DIRECT("cpu.dma_map_direct"),
    /** CPU time per contiguous piece of memory to remove a DMA mapping without an IOMMU. */
    DMA_UNMAP_DIRECT("cpu.dma_unmap_direct"),
    /** CPU time per additional leaf of a mapping that is removed. */
    DMA_UNMAP_PAGE("cpu.dma_unmap_page"),
    /** CPU time to queue an invalidation, without the time to wait for its completion. */
    INVALIDATE("cpu.invalidation"),
    /**
     * Time between the end of an invalidation in the queue and the moment at which the waiting processor continues
     * (strict mode).
     */
    INVALIDATION_WAIT("wait.invalidation"),
    /** Time that each additional invalidated entry adds to the wait. */
    INVALIDATION_WAIT_PAGE("wait.invalidation_page"),
    /** Time for which an invalidation of the whole IOTLB occupies the invalidation queue. */
    IOTLB_FLUSH("wait.iotlb_flush"),
    /** Time for which an invalidation occupies the invalidation queue while a processor waits for it (strict mode). */
    INVALIDATION("wait.invalidation_queue"),
    /**
     * Time for which each additional leaf of an invalidation occupies the invalidation queue; 0 if one queue entry
     * covers any length.
     */
    INVALIDATION_PAGE("wait.invalidation_queue_page"),
    /**
     * CPU time to allocate a buffer of up to 8 KB from a slab and to free the buffer, without the time to allocate
     * pages for the slab.
     */
    KMALLOC("cpu.kmalloc"),
    /** CPU time of Linux's bookkeeping to create and remove a shard: its structure, its bitmap and its xarray entry. */
    SHARD("cpu.shard"),
    /**
     * CPU time of Linux's bookkeeping to create and remove a Receive buffer and to add it to a chain of work requests.
     */
    RECEIVE_CONTEXT("cpu.receive_context"),
    /** CPU time to allocate and free a page. */
    PAGE_ALLOC("cpu.page_alloc"),
    /** CPU time to free a page; 0 if {@link #PAGE_ALLOC} includes it. */
    PAGE_FREE("cpu.page_free"),
    /** CPU time to free each additional page; 0 if {@link #PAGE_ALLOC_PAGE} includes it. */
    PAGE_FREE_PAGE("cpu.page_free_page"),
    /** CPU time of an atomic test-and-set of one bit in a shard's bitmap while searching for a free buffer. */
    BIT_TEST("cpu.bit_test"),
    /** CPU time to allocate and free each additional page of a contiguous run. */
    PAGE_ALLOC_PAGE("cpu.page_alloc_page"),
    /** Time for which the zone lock is held to allocate and free a run of pages, without the time per page. */
    ZONE_LOCK("cpu.zone_lock"),
    /** Additional time for which the zone lock is held if another processor held it last. */
    ZONE_LOCK_TRANSFER("cpu.zone_lock_transfer"),
    /** Additional time for which the zone lock is held, for each additional processor that waits for it. */
    ZONE_LOCK_WAITER("cpu.zone_lock_waiter"),
    /** CPU time to compact memory for one allocation above order 0. */
    COMPACTION("cpu.compaction"),
    /** CPU time of an allocation above order 0 that fails because it does not permit direct reclaim. */
    PAGE_ALLOC_FAILED("cpu.page_alloc_failed"),
    /** CPU time to wake a thread that serves a call. */
    WAKEUP("cpu.wakeup"),
    /** Time for which the lock of the magazine depot is held to exchange one magazine. */
    IOVA_DEPOT("cpu.iova_depot"),
    /**
     * Time for which the lock of the iova tree is held to allocate an iova range that is longer than 128 KB or that no
     * magazine contains.
     */
    IOVA_TREE("cpu.iova_tree"),
    /** CPU time per page that a memory advice call (prefetching) makes resident. */
    PREFETCH_PAGE("cpu.prefetch_page"),
    /** CPU time to register one page of memory with an existing mkey. */
    REG_USER_MR("cpu.reg_user_mr"),
    /** CPU time to register each additional page. */
    REG_USER_MR_PAGE("cpu.reg_user_mr_page"),
    /** CPU time to deregister one page of memory whose mkey is kept. */
    DEREG_USER_MR("cpu.dereg_user_mr"),
    /** CPU time to deregister each additional page. */
    DEREG_USER_MR_PAGE("cpu.dereg_user_mr_page"),
    /** Time that the firmware needs to create an mkey. */
    CREATE_MKEY("firmware.create_mkey"),
    /** Time that the firmware needs to destroy an mkey. */
    DESTROY_MKEY("firmware.destroy_mkey"),
    /** CPU time to change an mkey with a work request, including the wait for the work request's completion. */
    UMR("cpu.umr"),
    /** Time that the firmware needs to create a fast-register region. */
    ALLOC_MR("firmware.alloc_mr"),
    /** Time that the firmware needs to destroy a fast-register region. */
    DEREG_MR("firmware.dereg_mr"),
    /** CPU time to set the page list of a fast-register region. */
    MAP_MR_SG("cpu.map_mr_sg"),
    /** CPU time per additional page of a page list. */
    MAP_MR_SG_PAGE("cpu.map_mr_sg_page"),
    /** CPU time to post a chain of work requests, which rings the doorbell once. */
    DOORBELL("cpu.doorbell"),
    /** CPU time per send request, without the doorbell, in a driver that implements the NIC in software (soft-RoCE). */
    POST_SEND("cpu.post_send"),
    /** CPU time to copy and checksum one byte of a send request in a driver that implements the NIC in software. */
    POST_BYTE("cpu.post_byte"),
    /** Time between a completion and the delivery of its event to an idle processor. */
    EVENT_LATENCY("cpu.event_latency"),
    /**
     * CPU time to handle a completion queue's event: waking up, handling and acknowledging the event, and rearming the
     * queue.
     */
    EVENT("cpu.event"),
    /** CPU time to poll a completion. */
    COMPLETION("cpu.completion"),
    /** CPU time that a server thread needs to process a call, excluding the transport's work. */
    PROGRAM("cpu.program"),
    /** CPU time to create a completion queue. */
    CREATE_CQ("cpu.create_cq"),
    /** CPU time to create a queue pair. */
    CREATE_QP("cpu.create_qp"),
    /** CPU time to request or accept a connection and, later, to end it. */
    CONNECT("cpu.connect"),
    /** Time that the firmware needs to create a completion queue. */
    FIRMWARE_CREATE_CQ("firmware.create_cq"),
    /** Time that the firmware needs to create a queue pair. */
    FIRMWARE_CREATE_QP("firmware.create_qp"),
    /**
     * Time that requesting or accepting a connection spends waiting for address resolution, route resolution and state
     * changes of the queue pair.
     */
    CONNECT_WAIT("cm.connect"),
    /** The number of commands that the NIC's firmware executes concurrently. */
    FIRMWARE_COMMANDS("firmware.commands"),
    /** Round-trip time of a DMA read without translation. */
    DMA_READ("nic.dma_read"),
    /** Time between the arrival of a packet and the arrival of its payload in memory, without translation. */
    DMA_WRITE("nic.dma_write"),
    /** Minimum time for which a DMA write occupies the DMA engine. */
    DMA_WRITE_INTERVAL("nic.dma_write_interval"),
    /** Time for which a DMA transfer of 4 KB occupies the DMA engine. */
    DMA_OCCUPANCY("nic.dma_occupancy"),
    /**
     * Time for which each read of a page walk occupies the DMA engine during a transfer of 4 KB. The time is
     * proportionally shorter for shorter transfers.
     */
    WALK_OCCUPANCY("nic.walk_occupancy"),
    /** Time for which a fast registration occupies the send queue. */
    REG_MR("nic.reg_mr"),
    /** Time for which binding a memory window occupies the send queue. */
    BIND_MW("nic.bind_mw"),
    /** Time for which a local invalidation occupies the send queue. */
    LOCAL_INV("nic.local_inv"),
    /** Number of queue pair contexts that the NIC caches; 0 means all. */
    QPC_ENTRIES("nic.qpc_entries"),
    /** Latency of a queue pair context miss. The context is read from the host's memory. */
    QPC_MISS("nic.qpc_miss"),
    /** Number of work requests that the NIC caches, in lines of 4; 0 means all. */
    WQE_ENTRIES("nic.wqe_entries"),
    /** Latency of reading a work request again after it has been evicted. */
    WQE_MISS("nic.wqe_miss"),
    /** Number of memory keys in the first level of the NIC's cache; 0 means all. */
    MPT_L1_ENTRIES("nic.mpt_l1_entries"),
    /** Latency of a miss in the first level for memory keys. */
    MPT_L1_MISS("nic.mpt_l1_miss"),
    /** Number of memory keys in the second level; 0 means all. */
    MPT_L2_ENTRIES("nic.mpt_l2_entries"),
    /** Latency that a miss in the second level for memory keys adds. */
    MPT_L2_MISS("nic.mpt_l2_miss"),
    /** Number of translations in the first level of the NIC's cache, in lines of 8; 0 means all. */
    MTT_L1_ENTRIES("nic.mtt_l1_entries"),
    /** Latency of a miss in the first level for translations. */
    MTT_L1_MISS("nic.mtt_l1_miss"),
    /** Number of translations in the second level, in lines of 8; 0 means all. */
    MTT_L2_ENTRIES("nic.mtt_l2_entries"),
    /** Latency that a miss in the second level for translations adds. */
    MTT_L2_MISS("nic.mtt_l2_miss"),
    /** Time for which each read of a context occupies the DMA engine. */
    CONTEXT_OCCUPANCY("nic.context_occupancy"),
    /** Size of the largest page in the translations of a registered region; a power of two. */
    LARGEST_PAGE("nic.largest_page"),
    /** Memory that an mkey's context occupies. */
    MKEY_BYTES("nic.mkey_bytes"),
    /** Memory that an mkey occupies for each page that it can translate. */
    MKEY_BLOCK_BYTES("nic.mkey_block_bytes"),
    /** Number of entries in the IOTLB. */
    IOTLB_ENTRIES("iommu.iotlb_entries"),
    /** Latency of an IOTLB miss if the page-walk caches contain the upper levels. */
    IOTLB_MISS("iommu.iotlb_miss"),
    /** Latency that each upper level adds if its page-walk cache also misses. */
    WALK_MISS("iommu.walk_miss"),
    /** Number of entries in the page-walk cache in which an entry covers 512 GB. */
    WALK_CACHE_L1_ENTRIES("iommu.walk_cache_l1_entries"),
    /** Number of entries in the page-walk cache in which an entry covers 1 GB. */
    WALK_CACHE_L2_ENTRIES("iommu.walk_cache_l2_entries"),
    /** Number of entries in the page-walk cache in which an entry covers 2 MB. */
    WALK_CACHE_L3_ENTRIES("iommu.walk_cache_l3_entries"),
    /**
     * Sum of the leaf sizes that the page table supports. Each size is a power of two, and the smallest size is also
     * the minimum size of an iova range.
     */
    LEAVES("iommu.leaves"),
    /** Number of mappings per processor that a lazy IOMMU invalidates together. */
    FLUSH_QUEUE_ENTRIES("iommu.flush_queue_entries"),
    /** Maximum time for which a lazy IOMMU delays an invalidation. */
    FLUSH_QUEUE_TIMEOUT("iommu.flush_queue_timeout"),
    /** Rate of a link in each direction. */
    LINK_RATE("link.rate"),
    /** One-way delay between two hosts. */
    LINK_DELAY("link.delay"),
    /** Maximum payload of a packet. */
    MTU("link.mtu"),
    /**
     * Number of bytes that are transmitted in addition to a packet's payload: preamble, Ethernet, IPv4, UDP, BTH, ICRC,
     * FCS and inter-packet gap.
     */
    HEADER("link.header"),
    /** Time for which a requester waits for an ACK. */
    ACK_TIMEOUT("rc.ack_timeout"),
    /** Time for which a requester waits after an RNR NAK, which it receives if the peer has no Receive posted. */
    RNR_TIMER("rc.rnr_timer"),
    /** Time from a page fault of the device until the device's translations contain the page. */
    PAGE_FAULT("nic.page_fault"),
    /** Time for which reconfiguring an indirect key occupies the send queue. */
    CONFIGURE_KEY("nic.configure_key"),
    /** Time that a host needs to handle a connection manager's message, without the link's delay. */
    CM_LATENCY("cm.latency"),
    /** Time after which the connection manager retransmits a lost message. */
    CM_TIMEOUT("cm.timeout"),
    /** Maximum number of times that the connection manager retransmits a lost message. */
    CM_RETRIES("cm.retries"),
    /** The largest order of the runs of pages in a processor's free lists. Longer runs require the zone lock. */
    PROCESSOR_LIST_ORDER("memory.processor_list_order"),
    /**
     * Fraction of the allocations above order 0 that find no contiguous free pages. With direct reclaim, memory is
     * compacted first; without direct reclaim, the allocation fails.
     */
    COMPACTED_SHARE("memory.compacted"),
    /** Fraction of the allocations above order 3 that fail. */
    FAILED_SHARE("memory.failed"),
    /**
     * Number of iovas, for each size, over which consecutive allocations are scattered after a long uptime. All iovas
     * then come from the magazines and their depot. 0 means that the host has just booted and allocates iovas from the
     * tree, in order.
     */
    IOVA_AGE("iommu.iova_age"),
    /**
     * Number of cache lines that the last-level cache keeps for the IOMMU, each with eight page-table entries; 0 means
     * all.
     */
    LEAF_LINES("iommu.leaf_lines"),
    /**
     * Latency added to a page walk if its line of page-table entries is not cached but only in memory. Like the walk's
     * other reads, this read also occupies the DMA engine.
     */
    LEAF_LINE_MISS("iommu.leaf_line_miss"),
    /** Minimum time between the starts of two page walks; 0 means that any number of walks can run concurrently. */
    WALK_INTERVAL("iommu.walk_interval"),
    /**
     * Minimum time between two packets that carry messages. It applies to each direction separately and across all
     * queue pairs.
     */
    MESSAGE_INTERVAL("nic.message_interval"),
    /** Minimum time between two messages of the same queue pair at the receiver. */
    QUEUE_INTERVAL("nic.queue_interval"),
    /**
     * Number of contexts, keys and translations that a queue pair's responder can fetch concurrently; 0 means
     * unlimited.
     */
    CONTEXT_FETCHES("nic.context_fetches");

    /** The last parameter that can be charged to a processor. All parameters before it can also be charged. */
    private static final CostParameter LAST_CHARGED = CONNECT_WAIT;

    private final String parameterName;
    private final boolean isProcessorTime;
    private final boolean isSleep;

    CostParameter(final String parameterName) {
        this.parameterName = parameterName;
        isProcessorTime = parameterName.startsWith("cpu.");
        isSleep = parameterName.startsWith("firmware.") || parameterName.startsWith("cm.");
    }

    /**
     * Returns the number of parameters that can be charged to a processor. These parameters have lower ordinals than
     * all others.
     *
     * @return the number, greater than 0.
     */
    public static int charged() {
        return LAST_CHARGED.ordinal() + 1;
    }

    /**
     * Returns true if the parameter is CPU time, during which a processor executes instructions.
     *
     * @return true for CPU time; false for waits, and for values that are not times.
     */
    public boolean isProcessorTime() {
        return isProcessorTime;
    }

    /**
     * Returns true if the parameter is a wait for the firmware or for a connection's peer. Other work can run on the
     * processor in the meantime.
     *
     * @return true for this kind of wait; false for CPU time, and for waits during which the processor spins.
     */
    public boolean isSleep() {
        return isSleep;
    }

    /**
     * Returns the parameter's name in options and reports.
     *
     * @return the name, for example {@code cpu.dma_map}.
     */
    public String parameterName() {
        return parameterName;
    }

    /**
     * Returns the unit of the parameter's values.
     *
     * @return the unit, for example {@code ns}.
     */
    public String unit() {
        return CostTable.shared().limits(this).unit();
    }

    /**
     * Returns the lowest permitted value of the parameter.
     *
     * @return the limit, in {@link #unit()}.
     */
    public double minimum() {
        return CostTable.shared().limits(this).minimum();
    }
}
