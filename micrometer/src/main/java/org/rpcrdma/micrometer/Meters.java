// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.micrometer;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * The meters of one source of figures in one registry, which all have its tags. A registry keeps the source that it is
 * given by a weak reference; the meters' functions keep it themselves, as long as they are registered.
 */
final class Meters<T> {
    private final MeterRegistry registry;
    private final Iterable<Tag> tags;
    private final Supplier<T> figures;
    private final Set<Meter> others = Collections.newSetFromMap(new IdentityHashMap<>());
    private final List<Meter> own = new ArrayList<>();

    Meters(final MeterRegistry registry, final Iterable<Tag> tags, final Supplier<T> figures) {
        this.registry = registry;
        this.tags = tags;
        this.figures = figures;
        others.addAll(registry.getMeters());
    }

    /** A value that goes up and down. */
    Meters<T> gauge(final String name, final String unit, final String description, final ToDoubleFunction<T> value) {
        return add(Gauge.builder(name, figures, weak -> value.applyAsDouble(figures.get()))
                .tags(tags)
                .baseUnit(unit)
                .description(description)
                .register(registry));
    }

    /** A value that only goes up. */
    Meters<T> counter(final String name, final String unit, final String description, final ToDoubleFunction<T> value) {
        return add(FunctionCounter.builder(name, figures, weak -> value.applyAsDouble(figures.get()))
                .tags(tags)
                .baseUnit(unit)
                .description(description)
                .register(registry));
    }

    /** Where there is a meter of the name and tags already, the registry returns that one: it is not ours to remove. */
    private Meters<T> add(final Meter meter) {
        if (!others.contains(meter)) {
            own.add(meter);
        }
        return this;
    }

    /** Forgets the meters that were there before: all are registered. */
    void end() {
        others.clear();
    }

    /** Removes the meters from the registry. */
    void remove() {
        own.forEach(registry::remove);
        own.clear();
    }
}
