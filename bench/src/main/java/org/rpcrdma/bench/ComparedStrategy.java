// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The figures of one strategy of a comparison. Times are virtual: the cost model's, and at its usual costs
 * where nothing else is said. The most asked for have a method;
 * {@link #figure} reads every other one by its field in {@code compare --json}.
 */
public final class ComparedStrategy {
    private final JsonNode json;

    ComparedStrategy(final JsonNode json) {
        this.json = json;
    }

    /**
     * Returns the strategy's name.
     *
     * @return the label of one of ours, or the name that the program gave.
     */
    public String name() {
        return json.get("name").textValue();
    }

    /**
     * Returns the mappings that all connections' Receive buffers took.
     *
     * @return a number of mappings.
     */
    public Figure mappings() {
        return figure("mappings");
    }

    /**
     * Returns the memory that was mapped for all connections' Receive buffers.
     *
     * @return bytes.
     */
    public Figure bytesMapped() {
        return figure("bytesMapped");
    }

    /**
     * Returns how long a connection waits for its Receive buffers when it comes.
     *
     * @return nanoseconds, mean of the connections.
     */
    public Figure setupNanos() {
        return figure("setupNanos");
    }

    /**
     * Returns how long it takes to give a connection's Receive buffers back.
     *
     * @return nanoseconds, mean of the connections.
     */
    public Figure teardownNanos() {
        return figure("teardownNanos");
    }

    /**
     * Returns the CPU time of a connection's set-up and tear-down, its queues and Receive buffers included.
     *
     * @return nanoseconds, mean of the connections: the median and the 90 % interval of the draws.
     */
    public Figure connectionNanos() {
        return figure("connectionNanos.total");
    }

    /**
     * Returns the CPU time of a connection's Receive buffers, of that of its set-up and tear-down.
     *
     * @return nanoseconds, mean of the connections: the median and the 90 % interval of the draws.
     */
    public Figure receiveBufferNanos() {
        return figure("connectionNanos.receiveBuffers.total");
    }

    /**
     * Returns the CPU time of an RPC.
     *
     * @return nanoseconds, mean of the RPCs: the median and the 90 % interval of the draws.
     */
    public Figure rpcNanos() {
        return figure("rpcNanos.total");
    }

    /**
     * Returns the messages and chunks that arrived with other bytes than were sent.
     *
     * @return 0, unless a mapper maps wrongly.
     */
    public long corruptions() {
        return (long) figure("corruptions").high();
    }

    /**
     * Returns a figure.
     *
     * @param path the field in {@code compare --json}, those inside an object behind a point: {@code latencyNanos.p99}.
     * @return the figure.
     * @throws IllegalArgumentException if no such field is a figure.
     * @throws IllegalStateException if the comparison could not tell it: latency and RPCs a second of a server that was
     *     saturated, corruptions of memory without payload.
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
