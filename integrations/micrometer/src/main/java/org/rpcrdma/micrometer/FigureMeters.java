// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.micrometer;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Registers meters that read one source of figures, and removes them again. Thread-safe. */
abstract class FigureMeters<T> implements MeterBinder, AutoCloseable {
    private final String prefix;
    private final Supplier<T> figures;
    private final List<Tag> tags;
    private final List<Meters<T>> bound = new ArrayList<>();

    FigureMeters(final String prefix, final Supplier<T> figures, final Iterable<Tag> tags) {
        if (figures == null || tags == null) {
            throw new IllegalArgumentException("figures and tags are required: figures=" + figures + " tags=" + tags);
        }
        this.prefix = prefix;
        this.figures = figures;
        final ArrayList<Tag> copy = new ArrayList<>();
        tags.forEach(copy::add);
        this.tags = List.copyOf(copy);
    }

    /** Adds the meters to one registry. */
    abstract void bind(Meters<T> meters);

    /**
     * Registers the meters. If the registry already contains a meter with the same name and tags, it keeps that meter.
     * For a composite registry, the meters are registered with each of its current registries separately.
     *
     * @param registry the registry, which reads the meters when it publishes. Reads within 100 ms share one snapshot of
     *                 the figures.
     */
    @Override
    public final synchronized void bindTo(final MeterRegistry registry) {
        if (registry instanceof CompositeMeterRegistry all) {
            all.getRegistries().forEach(this::bindTo);
            return;
        }
        final Meters<T> meters = new Meters<>(
                registry, prefix, tags, new Reading<>(figures, registry.config().clock()));
        bound.add(meters);
        bind(meters);
        meters.end();
    }

    /**
     * Removes the meters from every registry with which this binder registered them. Close this object together with
     * the measured object. Otherwise, the registries keep the meters and their source forever.
     */
    @Override
    public final synchronized void close() {
        bound.forEach(Meters::remove);
        bound.clear();
    }

    /**
     * Caches a snapshot of the figures, so that meters published together read the source only once. Reading a server's
     * figures visits all of its connections.
     */
    private static final class Reading<T> implements Supplier<T> {
        private static final long FRESH_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

        private final Supplier<T> figures;
        private final Clock clock;
        private T last;
        private long readNanos;

        Reading(final Supplier<T> figures, final Clock clock) {
            this.figures = figures;
            this.clock = clock;
        }

        @Override
        public synchronized T get() {
            final long now = clock.monotonicTime();
            if (last == null || now - readNanos > FRESH_NANOS) {
                last = figures.get();
                readNanos = clock.monotonicTime();
            }
            return last;
        }
    }
}
