// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.micrometer;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Binds the meters of one source of figures to registries, and takes them away again. Thread-safe. */
abstract class FigureMeters<T> implements MeterBinder, AutoCloseable {
    private final Supplier<T> figures;
    private final List<Tag> tags;
    private final List<Meters<T>> bound = new ArrayList<>();

    FigureMeters(final Supplier<T> figures, final Iterable<Tag> tags) {
        if (figures == null || tags == null) {
            throw new IllegalArgumentException("figures and tags are required: figures=" + figures + " tags=" + tags);
        }
        this.figures = figures;
        final ArrayList<Tag> copy = new ArrayList<>();
        tags.forEach(copy::add);
        this.tags = List.copyOf(copy);
    }

    /** Adds the meters. */
    abstract void bind(Meters<T> meters);

    /**
     * Registers the meters. Where the registry has a meter of the same name and tags, it keeps that one.
     *
     * @param registry reads them when it publishes.
     */
    @Override
    public final synchronized void bindTo(final MeterRegistry registry) {
        final Meters<T> meters = new Meters<>(registry, tags, figures);
        bound.add(meters);
        bind(meters);
        meters.end();
    }

    /**
     * Removes the meters from all registries that this binder has registered them with. Close it with what it meters: a
     * registry keeps meters, and their source, for ever otherwise.
     */
    @Override
    public final synchronized void close() {
        bound.forEach(Meters::remove);
        bound.clear();
    }
}
