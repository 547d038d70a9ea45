// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.probe;

import java.util.Map;
import java.util.function.Function;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;

/**
 * Fits a cost model so that its primitives take the times that a probe measured:
 *
 * <pre>
 * cpu.page_alloc, cpu.page_alloc_page              memory of 4 KB, and the extra time of 64 KB, per page
 * cpu.page_free, cpu.reg_user_mr,
 * cpu.dereg_user_mr                              of one page
 * cpu.page_free_page, cpu.reg_user_mr_page,
 * cpu.dereg_user_mr_page                         the extra time of 15 and 255 more pages, per page
 * cpu.create_cq, cpu.create_qp                   a queue of each kind
 * cpu.doorbell                                   the call that posts a Receive
 * cpu.post_send, cpu.post_byte                   extra time of the call that posts a SEND: of 64 bytes, each byte
 * cpu.event                                      an event that is pending
 * link.rate                                      the extra time of 64 KB over 64 bytes, less that of posting
 * cpu.completion, link.delay, cm.latency,
 * cpu.connect                                    the difference between a probe of the model and the measured one
 * </pre>
 *
 * <p>The fit uses only these primitives and never the result of a comparison.
 */
public final class FittedCosts {
    private static final double MORE_PAGES_OF_16 = 15;
    private static final double MORE_PAGES_OF_256 = 255;
    /**
     * The number of passes of the fit. Several passes are needed, because a parameter that is fitted to one primitive
     * also slightly affects other primitives.
     */
    private static final int PASSES = 2;

    private static final double SMALL_BYTES = 64;
    private static final double MORE_BYTES_OF_LARGE = ProbeEnd.LARGEST - SMALL_BYTES;
    private static final double BITS = 8;

    private final Map<Primitive, Long> measured;
    private final Function<CostModel, Map<Primitive, Long>> probe;
    private CostModel costs;

    private FittedCosts(
            final Map<Primitive, Long> measured,
            final CostModel base,
            final Function<CostModel, Map<Primitive, Long>> probe) {
        this.measured = measured;
        this.probe = probe;
        costs = base;
    }

    /**
     * Fits a model.
     *
     * @param measured the probe's figures.
     * @param base     the values of parameters that the probe does not determine.
     * @param probe    probes a simulated device with a given model.
     * @return the base with fitted values for each {@link Primitive#parameter()}.
     */
    public static CostModel fit(
            final Map<Primitive, Long> measured,
            final CostModel base,
            final Function<CostModel, Map<Primitive, Long>> probe) {
        return new FittedCosts(measured, base, probe).fit();
    }

    private CostModel fit() {
        fitMemory();
        fitCalls();
        set(CostParameter.LINK_RATE, linkRate());
        fitRest(CostParameter.EVENT, Primitive.EVENT);
        // starts above the NIC's own latencies, which would hide a shorter delay
        set(CostParameter.LINK_DELAY, nanos(Primitive.ONE_WAY));
        for (int i = 0; i < PASSES; i++) {
            fitRest(CostParameter.COMPLETION, Primitive.MESSAGE);
            fitRest(CostParameter.LINK_DELAY, Primitive.ONE_WAY);
            fitRest(CostParameter.CONNECT, Primitive.CONNECT_MORE);
            fitRest(CostParameter.CM_LATENCY, Primitive.CONNECT);
        }
        return costs;
    }

    private void fitMemory() {
        set(CostParameter.PAGE_ALLOC, nanos(Primitive.ALLOCATE_PAGE));
        set(CostParameter.PAGE_ALLOC_PAGE, allocationOfAPageMore());
        set(CostParameter.PAGE_FREE, nanos(Primitive.FREE_PAGE));
        set(CostParameter.PAGE_FREE_PAGE, perPage(Primitive.FREE_PAGE, Primitive.FREE_16, Primitive.FREE_256));
        set(CostParameter.REG_USER_MR, nanos(Primitive.REGISTER_PAGE));
        set(
                CostParameter.REG_USER_MR_PAGE,
                perPage(Primitive.REGISTER_PAGE, Primitive.REGISTER_16, Primitive.REGISTER_256));
        set(CostParameter.DEREG_USER_MR, nanos(Primitive.DEREGISTER_PAGE));
        set(
                CostParameter.DEREG_USER_MR_PAGE,
                perPage(Primitive.DEREGISTER_PAGE, Primitive.DEREGISTER_16, Primitive.DEREGISTER_256));
    }

    /**
     * Returns the cost of allocating one more page. In user space, the time to allocate 64 KB includes the zone lock.
     */
    private double allocationOfAPageMore() {
        final double more = nanos(Primitive.ALLOCATE_64K) - nanos(Primitive.ALLOCATE_PAGE);
        return (more - costs.get(CostParameter.ZONE_LOCK)) / MORE_PAGES_OF_16;
    }

    private void fitCalls() {
        final double small = nanos(Primitive.POST_SEND);
        final double oneByte = Math.max(0, nanos(Primitive.POST_LARGE) - small) / MORE_BYTES_OF_LARGE;
        // A probe cannot distinguish CPU time from waiting, so the fit treats all time as CPU time.
        set(CostParameter.FIRMWARE_CREATE_CQ, 0);
        set(CostParameter.FIRMWARE_CREATE_QP, 0);
        set(CostParameter.CONNECT_WAIT, 0);
        set(CostParameter.CREATE_CQ, nanos(Primitive.CREATE_CQ));
        set(CostParameter.CREATE_QP, nanos(Primitive.CREATE_QP));
        set(CostParameter.DOORBELL, nanos(Primitive.POST_RECEIVE));
        set(CostParameter.POST_BYTE, oneByte);
        set(CostParameter.POST_SEND, small - costs.get(CostParameter.DOORBELL) - SMALL_BYTES * oneByte);
    }

    private double nanos(final Primitive primitive) {
        return measured.get(primitive);
    }

    private void set(final CostParameter parameter, final double value) {
        costs = costs.with(parameter, Math.max(parameter.minimum(), value));
    }

    /**
     * Returns the cost of one more page. It is the slope of a line that passes through the cost of one page and
     * minimizes the sum of squared relative errors at both larger sizes.
     */
    private double perPage(final Primitive one, final Primitive middle, final Primitive large) {
        final double middlePages = MORE_PAGES_OF_16 / some(middle);
        final double largePages = MORE_PAGES_OF_256 / some(large);
        return (middlePages * (1 - some(one) / some(middle)) + largePages * (1 - some(one) / some(large)))
                / (middlePages * middlePages + largePages * largePages);
    }

    /** Returns a primitive's time for use as a divisor, so at least 1 ns. */
    private double some(final Primitive primitive) {
        return Math.max(1, nanos(primitive));
    }

    /**
     * Returns the link rate in Gb/s, including headers. The rate follows from the extra time that a large message
     * takes, minus the extra time to post it, but at least 1 ns.
     */
    private double linkRate() {
        final double mtu = costs.get(CostParameter.MTU);
        final double bytes = MORE_BYTES_OF_LARGE * (mtu + costs.get(CostParameter.HEADER)) / mtu;
        final double more = nanos(Primitive.LARGE_ONE_WAY) - nanos(Primitive.ONE_WAY);
        final double posting = costs.get(CostParameter.POST_BYTE) * MORE_BYTES_OF_LARGE;
        return bytes * BITS / Math.max(1, more - posting);
    }

    /**
     * Fits a parameter to a measured primitive. One secant step corrects the difference between the measurement and the
     * model's probe.
     */
    private void fitRest(final CostParameter parameter, final Primitive primitive) {
        final double value = costs.get(parameter);
        final double before = probe.apply(costs).get(primitive);
        set(parameter, value + nanos(primitive) - before);
        final double change = costs.get(parameter) - value;
        final double effect = probe.apply(costs).get(primitive) - before;
        if (change * effect > 0) {
            set(parameter, value + (nanos(primitive) - before) * change / effect);
        }
    }
}
