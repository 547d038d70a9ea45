// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.probe;

import org.rpcrdma.sim.cost.CostParameter;

/** The primitives of a device that a probe measures, in nanoseconds. */
public enum Primitive {
    /** Allocating one page. */
    ALLOCATE_PAGE("allocate 4 KB", CostParameter.PAGE_ALLOC),

    /** Allocating 64 KB. */
    ALLOCATE_64K("allocate 64 KB", CostParameter.PAGE_ALLOC_PAGE),

    /** Freeing one page that had been registered. */
    FREE_PAGE("free 4 KB", CostParameter.PAGE_FREE),

    /** Freeing 16 pages. */
    FREE_16("free 64 KB", CostParameter.PAGE_FREE_PAGE),

    /** Freeing 256 pages. */
    FREE_256("free 1 MB", CostParameter.PAGE_FREE_PAGE),

    /** Registering one untouched page. */
    REGISTER_PAGE("register 1 page", CostParameter.REG_USER_MR),

    /** Registering 16 pages, the size of a shard. */
    REGISTER_16("register 16 pages", CostParameter.REG_USER_MR_PAGE),

    /** Registering 256 pages. */
    REGISTER_256("register 256 pages", CostParameter.REG_USER_MR_PAGE),

    /** Deregistering one page. */
    DEREGISTER_PAGE("deregister 1 page", CostParameter.DEREG_USER_MR),

    /** Deregistering 16 pages. */
    DEREGISTER_16("deregister 16 pages", CostParameter.DEREG_USER_MR_PAGE),

    /** Deregistering 256 pages. */
    DEREGISTER_256("deregister 256 pages", CostParameter.DEREG_USER_MR_PAGE),

    /** Creating a completion queue. */
    CREATE_CQ("create a completion queue", CostParameter.CREATE_CQ),

    /** Creating a queue pair. */
    CREATE_QP("create a queue pair", CostParameter.CREATE_QP),

    /** Connecting two queue pairs: the time from the request until the requesting side is connected. */
    CONNECT("connect two queue pairs", CostParameter.CM_LATENCY),

    /** The extra time of a second pair that connects concurrently. */
    CONNECT_MORE("connect one more at once", CostParameter.CONNECT),

    /** The call that posts a Receive. */
    POST_RECEIVE("post a Receive", CostParameter.DOORBELL),

    /** The call that posts a SEND of 64 bytes. */
    POST_SEND("post a SEND of 64 bytes", CostParameter.POST_SEND),

    /** The call that posts a SEND of 64 KB. */
    POST_LARGE("post a SEND of 64 KB", CostParameter.POST_BYTE),

    /**
     * The overhead of a completion event. It includes handling the event, rearming the queue, and the extra time to
     * post to a device whose queue is armed.
     */
    EVENT("take an event", CostParameter.EVENT),

    /** The time between arrivals of 64-byte SENDs while many are in flight. */
    MESSAGE("64 bytes, one of many", CostParameter.COMPLETION),

    /** Half the round-trip time of a 64-byte SEND and its answer, including events. */
    ONE_WAY("64 bytes, half a ping-pong", CostParameter.LINK_DELAY),

    /** Half the round-trip time of a 64 KB SEND and its answer. */
    LARGE_ONE_WAY("64 KB, half a ping-pong", CostParameter.LINK_RATE);

    private final String label;
    private final CostParameter parameter;

    Primitive(final String label, final CostParameter parameter) {
        this.label = label;
        this.parameter = parameter;
    }

    /**
     * Returns the name that reports use for the primitive.
     *
     * @return a short description.
     */
    public String label() {
        return label;
    }

    /**
     * Returns the cost parameter that is fitted to this primitive.
     *
     * @return the parameter.
     */
    public CostParameter parameter() {
        return parameter;
    }
}
