// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sensitivity;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The figures of a strategy that answers are made of.
 *
 * @param connectionNanos processor time of a connection's coming and going
 * @param rpcNanos        processor time of an RPC
 * @param capacity        connections a second that can come and go
 * @param iotlbMisses     IOTLB misses of an RPC
 */
record StrategyFigures(Range connectionNanos, Range rpcNanos, Range capacity, Range iotlbMisses) {
    /** Returns those of a strategy in a comparison's JSON. */
    static StrategyFigures of(final JsonNode strategy) {
        // A call and its reply are two messages.
        final double rpcs = Range.of(strategy.get("messages")).median() / 2;
        return new StrategyFigures(
                Range.of(strategy.at("/connectionNanos/total")),
                Range.of(strategy.at("/rpcNanos/total")),
                Range.of(strategy.at("/capacity/connectionsPerSecond")),
                Range.of(strategy.get("iotlbMisses")).times(1 / rpcs));
    }
}
