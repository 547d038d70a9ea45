// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.sensitivity;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The figures of a strategy that answers are made of.
 *
 * @param connectionNanos processor time of a connection's coming and going
 * @param rpcNanos        processor time of an RPC
 * @param capacity        connections a second that can come and go
 * @param iotlbMisses     IOTLB misses of an RPC
 */
record StrategyFigures(double connectionNanos, double rpcNanos, double capacity, double iotlbMisses) {
    static StrategyFigures of(final JsonNode strategy) {
        return new StrategyFigures(
                strategy.at("/connectionNanos/total").asDouble(),
                strategy.at("/rpcNanos/total").asDouble(),
                strategy.at("/capacity/connectionsPerSecond").asDouble(),
                strategy.get("iotlbMisses").asDouble()
                        * 2
                        / strategy.get("messages").asDouble());
    }
}
