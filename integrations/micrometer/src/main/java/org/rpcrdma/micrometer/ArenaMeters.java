// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.micrometer;

import io.micrometer.core.instrument.Tag;
import java.util.function.ToDoubleFunction;
import org.rpcrdma.arena.ArenaMetrics;
import org.rpcrdma.arena.counters.ArenaFigure;

/** Meters of a {@link org.rpcrdma.arena.ReceiveArena}: one for each {@link ArenaFigure}, by its word. */
public final class ArenaMeters extends FigureMeters<ArenaMetrics> {
    /**
     * Makes a binder.
     *
     * @param figures the arena's; they may outlive it.
     * @param tags    tags of all its meters; meters of the same name need different ones.
     * @throws IllegalArgumentException if there are no figures or tags.
     */
    public ArenaMeters(final ArenaMetrics figures, final Iterable<Tag> tags) {
        super("rpcrdma.arena.", figures == null ? null : () -> figures, tags);
    }

    @Override
    void bind(final Meters<ArenaMetrics> meters) {
        for (final ArenaFigure figure : ArenaFigure.values()) {
            final String name = figure.label().replace('_', '.');
            final ToDoubleFunction<ArenaMetrics> value = figure::of;
            switch (figure) {
                case SHARDS_GIVEN_BACK -> meters.counter(name, figure.description(), value);
                case MAPPING_NS -> meters.time("mapping", figure.description(), value);
                default -> meters.gauge(name, figure.description(), value);
            }
        }
    }
}
