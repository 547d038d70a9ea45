// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.rpcrdma.sim.cost.CostParameter;

/**
 * The CPU times and waits of a strategy's executed work, priced with all draws. These are the figures of the text
 * report in their JSON form.
 *
 * @param connectionNanos times of a connection's set-up and tear-down.
 * @param rpcNanos        times of an RPC.
 */
record PricedTimes(Connection connectionNanos, Work rpcNanos) {
    /** A connection's set-up and tear-down. The total does not include waits. */
    record Connection(Spread total, Spread queues, Work receiveBuffers, Waits waits) {}

    /** CPU time, in total and per parameter. The medians of the parts do not add up to the median of the total. */
    record Work(Spread total, Map<String, Spread> work) {
        static Work of(final Function<Sheet, double[]> executed, final double parts, final Draws draws) {
            final Map<Sheet, double[]> known = new IdentityHashMap<>();
            final Function<Sheet, double[]> once = sheet -> known.computeIfAbsent(sheet, executed);
            final Map<String, Spread> work = new LinkedHashMap<>();
            for (final CostParameter parameter : WorkTime.parameters()) {
                final Spread nanos = draws.interval(sheet -> sheet.nanos(parameter, once.apply(sheet)) / parts);
                if (nanos.high() > 0) {
                    work.put(parameter.parameterName(), nanos);
                }
            }
            return new Work(draws.interval(sheet -> sheet.processor(once.apply(sheet)) / parts), work);
        }
    }

    /** The times for which a connection waits. */
    record Waits(Spread spin, Spread firmware, Spread peer) {}

    /** Prices the work of all seeds. */
    static PricedTimes of(final Executed executed, final Draws draws) {
        return new PricedTimes(
                new Connection(
                        draws.interval(executed::connectionNanos),
                        draws.interval(executed::queuesNanos),
                        Work.of(executed::buffers, executed.connections(), draws),
                        new Waits(
                                draws.interval(executed::spinNanos),
                                draws.interval(executed::firmwareNanos),
                                draws.interval(executed::peerNanos))),
                Work.of(sheet -> executed.calls(), executed.rpcs(), draws));
    }
}
