// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.micrometer;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * The meters of one source of figures, which all have its tags. A registry keeps the source that it is given by a weak
 * reference; the meters' functions keep it themselves, as long as they are registered.
 */
final class Meters<T> {
    private final MeterRegistry registry;
    private final Iterable<Tag> tags;
    private final Supplier<T> figures;

    Meters(final MeterRegistry registry, final Iterable<Tag> tags, final Supplier<T> figures) {
        this.registry = registry;
        this.tags = tags;
        this.figures = figures;
    }

    /** A value that goes up and down. */
    Meters<T> gauge(final String name, final String unit, final String description, final ToDoubleFunction<T> value) {
        Gauge.builder(name, figures, weak -> value.applyAsDouble(figures.get()))
                .tags(tags)
                .baseUnit(unit)
                .description(description)
                .register(registry);
        return this;
    }

    /** A value that only goes up. */
    Meters<T> counter(final String name, final String unit, final String description, final ToDoubleFunction<T> value) {
        FunctionCounter.builder(name, figures, weak -> value.applyAsDouble(figures.get()))
                .tags(tags)
                .baseUnit(unit)
                .description(description)
                .register(registry);
        return this;
    }
}
