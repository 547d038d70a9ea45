// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.library;

/**
 * Binds the librdmacm functions that this package uses. The fields have the C names without {@code rdma_}; parameters
 * and results are as in {@code rdma/rdma_cma.h}.
 */
public final class Librdmacm extends NativeLibrary {
    /** {@code RDMA_PS_TCP}: reliable connections. */
    public static final int PORT_SPACE_TCP = 0x0106;

    private static final String SONAME = "librdmacm.so.1";
    private static final String PACKAGES = "librdmacm1,librdmacm";

    private static Librdmacm loaded;

    /** {@code struct ibv_context **rdma_get_devices(int *num_devices)}. */
    public final NativeFunction getDevices = function("rdma_get_devices", 1);

    /** {@code void rdma_free_devices(struct ibv_context **list)}. */
    public final NativeFunction freeDevices = function("rdma_free_devices", 1);

    /** {@code struct rdma_event_channel *rdma_create_event_channel(void)}. */
    public final NativeFunction createEventChannel = function("rdma_create_event_channel", 0);

    /** {@code void rdma_destroy_event_channel(struct rdma_event_channel *channel)}. */
    public final NativeFunction destroyEventChannel = function("rdma_destroy_event_channel", 1);

    /**
     * {@code int rdma_create_id(struct rdma_event_channel *, struct rdma_cm_id **, void *context, enum
     * rdma_port_space)}.
     */
    public final NativeFunction createId = function("rdma_create_id", 4);

    /** {@code int rdma_destroy_id(struct rdma_cm_id *id)}. */
    public final NativeFunction destroyId = function("rdma_destroy_id", 1);

    /** {@code int rdma_bind_addr(struct rdma_cm_id *id, struct sockaddr *addr)}. */
    public final NativeFunction bindAddr = function("rdma_bind_addr", 2);

    /** {@code int rdma_listen(struct rdma_cm_id *id, int backlog)}. */
    public final NativeFunction listen = function("rdma_listen", 2);

    /**
     * {@code int rdma_resolve_addr(struct rdma_cm_id *, struct sockaddr *src, struct sockaddr *dst, int timeout_ms)}.
     */
    public final NativeFunction resolveAddr = function("rdma_resolve_addr", 4);

    /** {@code int rdma_resolve_route(struct rdma_cm_id *id, int timeout_ms)}. */
    public final NativeFunction resolveRoute = function("rdma_resolve_route", 2);

    /** {@code int rdma_init_qp_attr(struct rdma_cm_id *id, struct ibv_qp_attr *qp_attr, int *qp_attr_mask)}. */
    public final NativeFunction initQpAttr = function("rdma_init_qp_attr", 3);

    /** {@code int rdma_connect(struct rdma_cm_id *id, struct rdma_conn_param *conn_param)}. */
    public final NativeFunction connect = function("rdma_connect", 2);

    /** {@code int rdma_establish(struct rdma_cm_id *id)}. */
    public final NativeFunction establish = function("rdma_establish", 1);

    /** {@code int rdma_accept(struct rdma_cm_id *id, struct rdma_conn_param *conn_param)}. */
    public final NativeFunction accept = function("rdma_accept", 2);

    /** {@code int rdma_reject(struct rdma_cm_id *id, const void *private_data, uint8_t private_data_len)}. */
    public final NativeFunction reject = function("rdma_reject", 3);

    /** {@code int rdma_disconnect(struct rdma_cm_id *id)}. */
    public final NativeFunction disconnect = function("rdma_disconnect", 1);

    /** {@code int rdma_get_cm_event(struct rdma_event_channel *channel, struct rdma_cm_event **event)}. */
    public final NativeFunction getCmEvent = function("rdma_get_cm_event", 2);

    /** {@code int rdma_ack_cm_event(struct rdma_cm_event *event)}. */
    public final NativeFunction ackCmEvent = function("rdma_ack_cm_event", 1);

    public Librdmacm(final NativeLibrary library) {
        super(library);
    }

    /** Returns this host's library, which is loaded only once. */
    public static synchronized Librdmacm load() {
        if (loaded == null) {
            loaded = new Librdmacm(NativeLibrary.load(SONAME, PACKAGES));
        }
        return loaded;
    }
}
