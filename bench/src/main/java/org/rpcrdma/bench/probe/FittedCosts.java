/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.bench.probe;

import java.util.Map;
import java.util.function.Function;
import org.rpcrdma.nic.CostModel;
import org.rpcrdma.nic.CostParameter;

/**
 * Fits a cost model, so that its primitives cost what a probe measured:
 *
 * <pre>
 * cpu.page_alloc, cpu.page_alloc_order4          memory of 4 KB and of 64 KB
 * cpu.reg_user_mr, cpu.dereg_user_mr             of one page
 * cpu.reg_user_mr_page, cpu.dereg_user_mr_page   what 15 and 255 more pages add, a page
 * cpu.doorbell                                   half of a message among many: it and its Receive are posted
 * link.rate                                      of large messages
 * link.delay, cm.latency                         what a probe of the model lacks of the measured one
 * </pre>
 *
 * <p>The fit is to these primitives alone, never to what a comparison of strategies came to.
 */
public final class FittedCosts {
    private static final double MORE_PAGES_OF_16 = 15;
    private static final double MORE_PAGES_OF_256 = 255;
    private static final double DOORBELLS_A_MESSAGE = 2;
    private static final double MESSAGES_A_CONNECTION = 2;
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
     * @param base     has the values of parameters that no probe sees.
     * @param probe    the figures of a model's probe, of a simulated device.
     * @return the model: the {@link Primitive#parameter()}s of the base have other values.
     */
    public static CostModel fit(
            final Map<Primitive, Long> measured,
            final CostModel base,
            final Function<CostModel, Map<Primitive, Long>> probe) {
        return new FittedCosts(measured, base, probe).fit();
    }

    private CostModel fit() {
        set(CostParameter.PAGE_ALLOC, nanos(Primitive.ALLOCATE_PAGE));
        set(CostParameter.PAGE_ALLOC_ORDER4, nanos(Primitive.ALLOCATE_64K));
        set(CostParameter.REG_USER_MR, nanos(Primitive.REGISTER_PAGE));
        set(
                CostParameter.REG_USER_MR_PAGE,
                perPage(Primitive.REGISTER_PAGE, Primitive.REGISTER_16, Primitive.REGISTER_256));
        set(CostParameter.DEREG_USER_MR, nanos(Primitive.DEREGISTER_PAGE));
        set(
                CostParameter.DEREG_USER_MR_PAGE,
                perPage(Primitive.DEREGISTER_PAGE, Primitive.DEREGISTER_16, Primitive.DEREGISTER_256));
        set(CostParameter.DOORBELL, nanos(Primitive.MESSAGE) / DOORBELLS_A_MESSAGE);
        set(CostParameter.LINK_RATE, linkRate());
        setRest(CostParameter.LINK_DELAY, nanos(Primitive.ONE_WAY), Primitive.ONE_WAY, 1);
        setRest(CostParameter.CM_LATENCY, 0, Primitive.CONNECT, MESSAGES_A_CONNECTION);
        return costs;
    }

    private double nanos(final Primitive primitive) {
        return measured.get(primitive);
    }

    private void set(final CostParameter parameter, final double value) {
        costs = costs.with(parameter, Math.max(parameter.minimum(), value));
    }

    /** What a page more costs: the line through one page whose errors, as parts of the times of both sizes, are least. */
    private double perPage(final Primitive one, final Primitive middle, final Primitive large) {
        final double middlePages = MORE_PAGES_OF_16 / nanos(middle);
        final double largePages = MORE_PAGES_OF_256 / nanos(large);
        return (middlePages * (1 - nanos(one) / nanos(middle)) + largePages * (1 - nanos(one) / nanos(large)))
                / (middlePages * middlePages + largePages * largePages);
    }

    /** Gb/s, headers included. */
    private double linkRate() {
        final double mtu = costs.get(CostParameter.MTU);
        final double bytes = MessageProbe.LARGEST * (mtu + costs.get(CostParameter.HEADER)) / mtu;
        return bytes * BITS / nanos(Primitive.LARGE_MESSAGE);
    }

    /**
     * Sets what the model's probe takes too little.
     *
     * @param guess the value that the model is probed with.
     * @param times how often the primitive has it.
     */
    private void setRest(
            final CostParameter parameter, final double guess, final Primitive primitive, final double times) {
        final double probed = probe.apply(costs.with(parameter, guess)).get(primitive);
        set(parameter, guess + (nanos(primitive) - probed) / times);
    }
}
