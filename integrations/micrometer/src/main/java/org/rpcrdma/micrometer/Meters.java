// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.micrometer;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.agrona.CloseHelper;
import org.rpcrdma.transport.DurationFigures;
import org.rpcrdma.transport.EndCause;

/**
 * The meters that read one source of figures in one registry. All of them have the same tags. A registry holds only a
 * weak reference to the source. The functions of registered meters hold a strong reference, so the source stays
 * reachable.
 */
final class Meters<T> {
    private static final String BYTES = ".bytes";

    private final MeterRegistry registry;
    private final String prefix;
    private final Tags tags;
    private final Supplier<T> figures;
    private final Set<Meter> others = Collections.newSetFromMap(new IdentityHashMap<>());
    private final List<Meter> own = new ArrayList<>();
    private final List<AutoCloseable> histograms = new ArrayList<>();

    /** @param prefix the prefix of all meter names. */
    Meters(final MeterRegistry registry, final String prefix, final Iterable<Tag> tags, final Supplier<T> figures) {
        this.registry = registry;
        this.prefix = prefix;
        this.tags = Tags.of(tags);
        this.figures = figures;
        others.addAll(registry.getMeters());
    }

    /** Adds a gauge for a value that may increase and decrease. The unit is bytes if the name indicates bytes. */
    void gauge(final String name, final String description, final ToDoubleFunction<T> value) {
        add(Gauge.builder(withoutUnit(name), figures, weak -> value.applyAsDouble(figures.get()))
                .tags(tags)
                .baseUnit(unit(name))
                .description(description)
                .register(registry));
    }

    /** Adds a counter for a value that never decreases. The unit is bytes if the name indicates bytes. */
    void counter(final String name, final String description, final ToDoubleFunction<T> value) {
        counter(name, unit(name), tags, description, value);
    }

    /** Adds a counter for a total time, in nanoseconds, that never decreases. */
    void time(final String name, final String description, final ToDoubleFunction<T> nanos) {
        counter(name, "seconds", tags, description, source -> nanos.applyAsDouble(source) / 1e9);
    }

    private void counter(
            final String name,
            final String unit,
            final Tags allTags,
            final String description,
            final ToDoubleFunction<T> value) {
        add(FunctionCounter.builder(withoutUnit(name), figures, weak -> value.applyAsDouble(figures.get()))
                .tags(allTags)
                .baseUnit(unit)
                .description(description)
                .register(registry));
    }

    /** Adds meters that count ended connections by cause. */
    void ends(final String name, final String description, final Function<T, Map<EndCause, Long>> ends) {
        for (final EndCause cause : EndCause.values()) {
            counter(
                    name,
                    null,
                    tags.and("reason", cause.name().toLowerCase(Locale.ROOT)),
                    description,
                    source -> ends.apply(source).getOrDefault(cause, 0L));
        }
    }

    /** Adds meters for durations if they are measured: a histogram for Prometheus, percentiles for other registries. */
    void durations(final String word, final String description, final Function<T, DurationFigures> durations) {
        if (durations.apply(figures.get()) == null) {
            return;
        }
        final String name = prefix + word;
        final Supplier<DurationFigures> source = () -> durations.apply(figures.get());
        final Meter longest =
                nanos(name + ".max", description + ": the longest", tags, source, DurationFigures::maxNanos);
        if (PrometheusHistograms.areFor(registry)) {
            histograms.add(PrometheusHistograms.add(registry, name, description, longest.getId(), source));
            return;
        }
        add(FunctionTimer.builder(
                        name,
                        source,
                        weak -> source.get().count(),
                        weak -> source.get().totalNanos(),
                        TimeUnit.NANOSECONDS)
                .tags(tags)
                .description(description)
                .register(registry));
        percentile(name, "0.5", description, source, DurationFigures::p50Nanos);
        percentile(name, "0.9", description, source, DurationFigures::p90Nanos);
        percentile(name, "0.99", description, source, DurationFigures::p99Nanos);
        percentile(name, "0.999", description, source, DurationFigures::p999Nanos);
    }

    /** Adds a percentile in the form that Micrometer's timers use for registries that do not compute percentiles. */
    private void percentile(
            final String name,
            final String phi,
            final String description,
            final Supplier<DurationFigures> source,
            final ToLongFunction<DurationFigures> nanos) {
        nanos(name + ".percentile", description + ": percentiles", tags.and("phi", phi), source, nanos);
    }

    private Meter nanos(
            final String name,
            final String description,
            final Tags allTags,
            final Supplier<DurationFigures> source,
            final ToLongFunction<DurationFigures> nanos) {
        final TimeGauge gauge = TimeGauge.builder(
                        name, source, TimeUnit.NANOSECONDS, weak -> nanos.applyAsLong(source.get()))
                .tags(allTags)
                .description(description)
                .register(registry);
        add(gauge);
        return gauge;
    }

    private static String unit(final String name) {
        return name.endsWith(BYTES) ? "bytes" : null;
    }

    private String withoutUnit(final String name) {
        return prefix + (name.endsWith(BYTES) ? name.substring(0, name.length() - BYTES.length()) : name);
    }

    /**
     * Adds a meter. If the registry already contains a meter with this name and these tags, it returns the existing
     * meter, which this object must not remove.
     */
    private void add(final Meter meter) {
        if (!others.contains(meter)) {
            own.add(meter);
        }
    }

    /** Discards the list of previously existing meters, because all meters have been registered. */
    void end() {
        others.clear();
    }

    /** Removes the meters from the registry. */
    void remove() {
        histograms.forEach(CloseHelper::close);
        histograms.clear();
        own.forEach(registry::remove);
        own.clear();
    }
}
