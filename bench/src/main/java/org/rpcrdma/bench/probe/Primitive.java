// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.probe;

import org.rpcrdma.sim.cost.CostParameter;

/** The primitives of a device that a probe measures, in nanoseconds. */
public enum Primitive {
    /** Memory of one page. */
    ALLOCATE_PAGE("allocate 4 KB", CostParameter.PAGE_ALLOC),

    /** Memory of 64 KB. */
    ALLOCATE_64K("allocate 64 KB", CostParameter.PAGE_ALLOC_PAGE),

    /** Memory of one page, which was registered: to give it back. */
    FREE_PAGE("free 4 KB", CostParameter.PAGE_FREE),

    /** Memory of 16 pages. */
    FREE_16("free 64 KB", CostParameter.PAGE_FREE_PAGE),

    /** Memory of 256 pages. */
    FREE_256("free 1 MB", CostParameter.PAGE_FREE_PAGE),

    /** A region of one page, whose memory was not touched before. */
    REGISTER_PAGE("register 1 page", CostParameter.REG_USER_MR),

    /** A region of 16 pages: the size of a shard. */
    REGISTER_16("register 16 pages", CostParameter.REG_USER_MR_PAGE),

    /** A region of 256 pages. */
    REGISTER_256("register 256 pages", CostParameter.REG_USER_MR_PAGE),

    /** The end of a region of one page. */
    DEREGISTER_PAGE("deregister 1 page", CostParameter.DEREG_USER_MR),

    /** The end of a region of 16 pages. */
    DEREGISTER_16("deregister 16 pages", CostParameter.DEREG_USER_MR_PAGE),

    /** The end of a region of 256 pages. */
    DEREGISTER_256("deregister 256 pages", CostParameter.DEREG_USER_MR_PAGE),

    /** A completion queue. */
    CREATE_CQ("create a completion queue", CostParameter.CREATE_CQ),

    /** A queue pair. */
    CREATE_QP("create a queue pair", CostParameter.CREATE_QP),

    /** From the request of a connection until it works, at the side that asks. */
    CONNECT("connect two queue pairs", CostParameter.CM_LATENCY),

    /** The time that a second pair adds if it connects at the same time. */
    CONNECT_MORE("connect one more at once", CostParameter.CONNECT),

    /** The call that posts a Receive. */
    POST_RECEIVE("post a Receive", CostParameter.DOORBELL),

    /** The call that posts a SEND of 64 bytes. */
    POST_SEND("post a SEND of 64 bytes", CostParameter.POST_SEND),

    /** The call that posts a SEND of 64 KB. */
    POST_LARGE("post a SEND of 64 KB", CostParameter.POST_BYTE),

    /**
     * A completion queue's event that is there: to take it and to arm the queue again, and the time that posting to an
     * armed queue adds.
     */
    EVENT("take an event", CostParameter.EVENT),

    /** A SEND of 64 bytes among many: from one's arrival to the next one's. */
    MESSAGE("64 bytes, one of many", CostParameter.COMPLETION),

    /** A SEND of 64 bytes alone: half of a ping-pong's round trip, events included. */
    ONE_WAY("64 bytes, half a ping-pong", CostParameter.LINK_DELAY),

    /** A SEND of 64 KB alone. */
    LARGE_ONE_WAY("64 KB, half a ping-pong", CostParameter.LINK_RATE);

    private final String label;
    private final CostParameter parameter;

    Primitive(final String label, final CostParameter parameter) {
        this.label = label;
        this.parameter = parameter;
    }

    /**
     * Returns its name in a report.
     *
     * @return some words.
     */
    public String label() {
        return label;
    }

    /**
     * Returns the parameter of the cost model that is fitted to it.
     *
     * @return the parameter.
     */
    public CostParameter parameter() {
        return parameter;
    }
}
