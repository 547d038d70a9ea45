// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/** The asynchronous events of a device (the values of {@code enum ibv_event_type}, in their order). */
public enum AsyncEventType {
    /** A completion queue overran. The queue and the queue pairs that use it are unusable. */
    CQ_ERR,
    /** A queue pair failed in a way that no completion reports. */
    QP_FATAL,
    /** A peer's request was invalid. */
    QP_REQ_ERR,
    /** A peer tried to access memory without the necessary rights. */
    QP_ACCESS_ERR,
    /** A message arrived on a queue pair in state RTR. */
    COMM_EST,
    /** The send queue of a queue pair in state SQD is empty. */
    SQ_DRAINED,
    /** The connection moved to its alternate path. */
    PATH_MIG,
    /** The connection could not move to its alternate path. */
    PATH_MIG_ERR,
    /** The device failed. */
    DEVICE_FATAL,
    /** A port's link came up. */
    PORT_ACTIVE,
    /** A port's link went down. */
    PORT_ERR,
    /** A port's local identifier changed. */
    LID_CHANGE,
    /** A port's partition keys changed. */
    PKEY_CHANGE,
    /** A port's subnet manager changed. */
    SM_CHANGE,
    /** A shared receive queue failed. */
    SRQ_ERR,
    /** A shared receive queue has fewer Receives than its limit. */
    SRQ_LIMIT_REACHED,
    /** A queue pair in state ERR no longer takes Receives from its shared receive queue. */
    QP_LAST_WQE_REACHED,
    /** The subnet manager requests that clients register again. */
    CLIENT_REREGISTER,
    /** A port's GIDs changed. */
    GID_CHANGE
}
