// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.library;

import java.lang.foreign.MemorySegment;
import java.util.Optional;

/**
 * Binds the libibverbs functions that this package uses. The fields have the C names without {@code ibv_}; parameters
 * and results are as in {@code infiniband/verbs.h}. {@link IbvOps} contains the library's inline functions.
 */
public final class Libibverbs extends NativeLibrary {
    private static final String SONAME = "libibverbs.so.1";
    private static final String PACKAGES = "libibverbs1+ibverbs-providers,libibverbs";

    private static Libibverbs loaded;

    /** {@code struct ibv_device **ibv_get_device_list(int *num_devices)}. */
    public final NativeFunction getDeviceList = function("ibv_get_device_list", 1);

    /** {@code void ibv_free_device_list(struct ibv_device **list)}. */
    public final NativeFunction freeDeviceList = function("ibv_free_device_list", 1);

    /** {@code const char *ibv_get_device_name(struct ibv_device *device)}. */
    public final NativeFunction getDeviceName = function("ibv_get_device_name", 1);

    /** {@code int ibv_query_device(struct ibv_context *context, struct ibv_device_attr *device_attr)}. */
    public final NativeFunction queryDevice = function("ibv_query_device", 2);

    /** {@code int ibv_query_port(struct ibv_context *context, uint8_t port_num, struct ibv_port_attr *port_attr)}. */
    public final NativeFunction queryPort = function("ibv_query_port", 3);

    /** {@code int ibv_query_gid(struct ibv_context *context, uint8_t port_num, int index, union ibv_gid *gid)}. */
    public final NativeFunction queryGid = function("ibv_query_gid", 4);

    /** {@code struct ibv_pd *ibv_alloc_pd(struct ibv_context *context)}. */
    public final NativeFunction allocPd = function("ibv_alloc_pd", 1);

    /** {@code int ibv_dealloc_pd(struct ibv_pd *pd)}. */
    public final NativeFunction deallocPd = function("ibv_dealloc_pd", 1);

    /**
     * {@code struct ibv_mr *ibv_reg_mr_iova2(struct ibv_pd *, void *addr, size_t length, uint64_t iova,
     * unsigned access)}.
     */
    public final NativeFunction regMr = function("ibv_reg_mr_iova2", 5);

    /** {@code int ibv_rereg_mr(struct ibv_mr *, int flags, struct ibv_pd *, void *addr, size_t length, int access)}. */
    public final NativeFunction reregMr = function("ibv_rereg_mr", 6);

    /** {@code int ibv_dereg_mr(struct ibv_mr *mr)}. */
    public final NativeFunction deregMr = function("ibv_dereg_mr", 1);

    /**
     * {@code struct ibv_mr *ibv_reg_dmabuf_mr(struct ibv_pd *, uint64_t offset, size_t, uint64_t iova, int fd,
     * int access)}; since rdma-core 34.
     */
    public final Optional<NativeFunction> regDmabufMr = optional("ibv_reg_dmabuf_mr", 6);

    /** {@code struct ibv_comp_channel *ibv_create_comp_channel(struct ibv_context *context)}. */
    public final NativeFunction createCompChannel = function("ibv_create_comp_channel", 1);

    /** {@code int ibv_destroy_comp_channel(struct ibv_comp_channel *channel)}. */
    public final NativeFunction destroyCompChannel = function("ibv_destroy_comp_channel", 1);

    /**
     * {@code struct ibv_cq *ibv_create_cq(struct ibv_context *, int cqe, void *cq_context, struct
     * ibv_comp_channel *, int)}.
     */
    public final NativeFunction createCq = function("ibv_create_cq", 5).lockingMemory();

    /** {@code int ibv_resize_cq(struct ibv_cq *cq, int cqe)}. */
    public final NativeFunction resizeCq = function("ibv_resize_cq", 2).lockingMemory();

    /** {@code int ibv_destroy_cq(struct ibv_cq *cq)}. */
    public final NativeFunction destroyCq = function("ibv_destroy_cq", 1);

    /**
     * {@code int ibv_get_cq_event(struct ibv_comp_channel *channel, struct ibv_cq **cq, void **cq_context)}; used on
     * the data path.
     */
    public final MemorySegment getCqEvent = entry("ibv_get_cq_event");

    /** {@code void ibv_ack_cq_events(struct ibv_cq *cq, unsigned int nevents)}. */
    public final NativeFunction ackCqEvents = function("ibv_ack_cq_events", 2);

    /** {@code struct ibv_qp *ibv_create_qp(struct ibv_pd *pd, struct ibv_qp_init_attr *qp_init_attr)}. */
    public final NativeFunction createQp = function("ibv_create_qp", 2).lockingMemory();

    /** {@code struct ibv_qp_ex *ibv_qp_to_qp_ex(struct ibv_qp *qp)}; since rdma-core 22. */
    public final Optional<NativeFunction> qpToQpEx = optional("ibv_qp_to_qp_ex", 1);

    /** {@code int ibv_modify_qp(struct ibv_qp *qp, struct ibv_qp_attr *attr, int attr_mask)}. */
    public final NativeFunction modifyQp = function("ibv_modify_qp", 3);

    /** {@code int ibv_query_qp(struct ibv_qp *, struct ibv_qp_attr *, int attr_mask, struct ibv_qp_init_attr *)}. */
    public final NativeFunction queryQp = function("ibv_query_qp", 4);

    /** {@code int ibv_destroy_qp(struct ibv_qp *qp)}. */
    public final NativeFunction destroyQp = function("ibv_destroy_qp", 1);

    /** {@code struct ibv_srq *ibv_create_srq(struct ibv_pd *pd, struct ibv_srq_init_attr *srq_init_attr)}. */
    public final NativeFunction createSrq = function("ibv_create_srq", 2).lockingMemory();

    /** {@code int ibv_modify_srq(struct ibv_srq *srq, struct ibv_srq_attr *srq_attr, int srq_attr_mask)}. */
    public final NativeFunction modifySrq = function("ibv_modify_srq", 3);

    /** {@code int ibv_query_srq(struct ibv_srq *srq, struct ibv_srq_attr *srq_attr)}. */
    public final NativeFunction querySrq = function("ibv_query_srq", 2);

    /** {@code int ibv_destroy_srq(struct ibv_srq *srq)}. */
    public final NativeFunction destroySrq = function("ibv_destroy_srq", 1);

    /** {@code struct ibv_ah *ibv_create_ah(struct ibv_pd *pd, struct ibv_ah_attr *attr)}. */
    public final NativeFunction createAh = function("ibv_create_ah", 2);

    /** {@code int ibv_destroy_ah(struct ibv_ah *ah)}. */
    public final NativeFunction destroyAh = function("ibv_destroy_ah", 1);

    /** {@code int ibv_get_async_event(struct ibv_context *context, struct ibv_async_event *event)}. */
    public final NativeFunction getAsyncEvent = function("ibv_get_async_event", 2);

    /** {@code void ibv_ack_async_event(struct ibv_async_event *event)}. */
    public final NativeFunction ackAsyncEvent = function("ibv_ack_async_event", 1);

    public Libibverbs(final NativeLibrary library) {
        super(library);
    }

    /** Returns this host's library, which is loaded only once. */
    public static synchronized Libibverbs load() {
        if (loaded == null) {
            loaded = new Libibverbs(NativeLibrary.load(SONAME, PACKAGES));
        }
        return loaded;
    }
}
