// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.jvm;

import org.rpcrdma.arena.counters.ArenaFigure;

/** A figure of an arena as Prometheus names it: with its unit, and {@code _total} if it only grows. */
enum PrometheusMetric {
    SHARDS(ArenaFigure.SHARDS, "shards", "Shards of the arena."),
    BUFFERS(ArenaFigure.BUFFERS, "buffers", "Buffers in the shards."),
    IN_USE(ArenaFigure.IN_USE, "buffers_in_use", "Buffers acquired now."),
    HIGH_WATER(ArenaFigure.HIGH_WATER, "buffers_high_water", "Buffers acquired at most."),
    MAPPINGS(ArenaFigure.MAPPINGS, "mappings", "Device mappings or registrations."),
    IOVA_PAGES(ArenaFigure.IOVA_PAGES, "iova_pages", "4 KB pages of I/O virtual address space."),
    BYTES_MAPPED(ArenaFigure.BYTES_MAPPED, "mapped_bytes", "Bytes mapped for the device."),
    BYTES_WASTED(ArenaFigure.BYTES_WASTED, "wasted_bytes", "Bytes mapped less the high water."),
    GIVEN_BACK(ArenaFigure.SHARDS_GIVEN_BACK, "shards_given_back_total", "Idle shards unmapped and freed."),
    STUCK(ArenaFigure.SHARDS_STUCK, "shards_stuck", "Shards that could not be unmapped."),
    CACHED(ArenaFigure.CACHED, "buffers_cached", "Free buffers on the stacks of threads and endpoints."),
    BYTES_ALLOCATED(ArenaFigure.BYTES_ALLOCATED, "allocated_bytes", "Native memory of the arena."),
    MAPPING_TIME(ArenaFigure.MAPPING_NS, "mapping_seconds_total", "Time spent on mapping, on the arena's clock."),
    FREE(ArenaFigure.FREE, "buffers_free", "Buffers that can be acquired.");

    private final ArenaFigure figure;
    private final String label;
    private final String help;

    PrometheusMetric(final ArenaFigure figure, final String label, final String help) {
        this.figure = figure;
        this.label = "rpcrdma_arena_" + label;
        this.help = help;
    }

    ArenaFigure figure() {
        return figure;
    }

    String label() {
        return label;
    }

    String help() {
        return help;
    }

    String type() {
        return label.endsWith("_total") ? "counter" : "gauge";
    }

    /** Returns a value in the metric's unit. */
    String text(final long value) {
        return this == MAPPING_TIME ? Double.toString(value / 1e9) : Long.toString(value);
    }
}
