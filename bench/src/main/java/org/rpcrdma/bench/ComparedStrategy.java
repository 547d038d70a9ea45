// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The figures of one strategy in a comparison. Times are virtual: the cost model computes them, with default costs
 * unless a method states otherwise. The most common figures have their own methods. {@link #figure} returns any other
 * figure by its field name in {@code compare --json}. Immutable.
 */
public final class ComparedStrategy {
    private final JsonNode json;

    ComparedStrategy(final JsonNode json) {
        this.json = json;
    }

    /**
     * Returns the strategy's name.
     *
     * @return a built-in strategy's label, or the name that the program chose.
     */
    public String name() {
        return json.get("name").textValue();
    }

    /**
     * Returns the number of mappings for all connections' Receive buffers.
     *
     * @return the number of mappings.
     */
    public Figure mappings() {
        return figure("mappings");
    }

    /**
     * Returns the bytes mapped for all connections' Receive buffers.
     *
     * @return bytes.
     */
    public Figure bytesMapped() {
        return figure("bytesMapped");
    }

    /**
     * Returns the time that a new connection waits for its Receive buffers.
     *
     * @return nanoseconds, averaged over the connections.
     */
    public Figure setupNanos() {
        return figure("setupNanos");
    }

    /**
     * Returns the time to release a connection's Receive buffers.
     *
     * @return nanoseconds, averaged over the connections.
     */
    public Figure teardownNanos() {
        return figure("teardownNanos");
    }

    /**
     * Returns the CPU time to set up and tear down a connection, including its queues and Receive buffers.
     *
     * @return nanoseconds, averaged over the connections: the median and the 90 % interval of the draws.
     */
    public Figure connectionNanos() {
        return figure("connectionNanos.total");
    }

    /**
     * Returns the part of {@link #connectionNanos} that is spent on Receive buffers.
     *
     * @return nanoseconds, averaged over the connections: the median and the 90 % interval of the draws.
     */
    public Figure receiveBufferNanos() {
        return figure("connectionNanos.receiveBuffers.total");
    }

    /**
     * Returns the CPU time of an RPC.
     *
     * @return nanoseconds, averaged over the RPCs: the median and the 90 % interval of the draws.
     */
    public Figure rpcNanos() {
        return figure("rpcNanos.total");
    }

    /**
     * Returns the number of messages and chunks that were corrupted in transit.
     *
     * @return 0 unless a mapper is faulty.
     */
    public long corruptions() {
        return (long) figure("corruptions").high();
    }

    /**
     * Returns any figure, given its field in the JSON output.
     *
     * @param path the field in {@code compare --json}, with dots between nested fields, for example
     *             {@code latencyNanos.p99}.
     * @return the figure.
     * @throws IllegalArgumentException if the result has no such figure.
     * @throws IllegalStateException    if the comparison could not measure the figure. Latency and RPCs per second are
     *                                  missing if the server was saturated. Corruptions are missing if the payload was
     *                                  not backed by memory.
     */
    public Figure figure(final String path) {
        JsonNode node = json;
        for (final String field : path.split("\\.")) {
            node = node.path(field);
        }
        if (node.isNull()) {
            throw new IllegalStateException("figure was not measured: strategy=" + name() + " figure=" + path);
        }
        if (!Figure.is(node)) {
            throw new IllegalArgumentException("no such figure: strategy=" + name() + " figure=" + path);
        }
        return Figure.of(node);
    }
}
