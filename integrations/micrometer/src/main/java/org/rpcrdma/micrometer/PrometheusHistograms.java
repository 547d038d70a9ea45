// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.micrometer;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.config.NamingConvention;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.WeakHashMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.rpcrdma.transport.DurationFigures;

/**
 * The histograms of one Prometheus registry. The measured objects count the buckets themselves, and Micrometer has no
 * meter for such counts. Micrometer's own histograms would have to record each value, which takes longer than the 40 ns
 * available per call.
 */
final class PrometheusHistograms implements MultiCollector {
    private static final boolean ARE_PRESENT = arePresent();
    private static final double NANOS = 1e9;
    private static final double[] BOUNDS = Stream.concat(
                    DurationFigures.BOUNDS_NANOS.stream().map(nanos -> nanos / NANOS),
                    Stream.of(Double.POSITIVE_INFINITY))
            .mapToDouble(Double::doubleValue)
            .toArray();
    private static final Map<MeterRegistry, PrometheusHistograms> OF_REGISTRIES = new WeakHashMap<>();

    private final Map<String, List<Source>> sources = new TreeMap<>();

    private record Source(String description, Labels labels, Supplier<DurationFigures> figures) {}

    private PrometheusHistograms() {}

    private static boolean arePresent() {
        try {
            Class.forName("io.micrometer.prometheusmetrics.PrometheusMeterRegistry");
            return true;
        } catch (final ClassNotFoundException e) {
            return false;
        }
    }

    /** Returns true if a registry is a Prometheus registry. */
    static boolean areFor(final MeterRegistry registry) {
        return ARE_PRESENT && registry instanceof PrometheusMeterRegistry;
    }

    /**
     * Adds a histogram.
     *
     * @param like a meter whose tags the histogram copies.
     * @return a handle that removes the histogram when closed.
     */
    static AutoCloseable add(
            final MeterRegistry registry,
            final String name,
            final String description,
            final Meter.Id like,
            final Supplier<DurationFigures> figures) {
        final NamingConvention naming = registry.config().namingConvention();
        final List<Tag> tags = like.getConventionTags(naming);
        final Source source = new Source(
                description,
                Labels.of(
                        tags.stream().map(Tag::getKey).toList(),
                        tags.stream().map(Tag::getValue).toList()),
                figures);
        return of((PrometheusMeterRegistry) registry).add(naming.name(name, Meter.Type.TIMER), source);
    }

    private static PrometheusHistograms of(final PrometheusMeterRegistry registry) {
        synchronized (OF_REGISTRIES) {
            return OF_REGISTRIES.computeIfAbsent(registry, first -> {
                final PrometheusHistograms histograms = new PrometheusHistograms();
                registry.getPrometheusRegistry().register(histograms);
                return histograms;
            });
        }
    }

    private synchronized AutoCloseable add(final String name, final Source source) {
        final List<Source> others = sources.computeIfAbsent(name, first -> new ArrayList<>());
        if (others.stream().anyMatch(other -> other.labels.equals(source.labels))) {
            return () -> {}; // because a registry keeps the first meter of a name and its tags
        }
        others.add(source);
        return () -> remove(name, source);
    }

    private synchronized void remove(final String name, final Source source) {
        sources.get(name).remove(source);
    }

    @Override
    public synchronized MetricSnapshots collect() {
        final MetricSnapshots.Builder snapshots = MetricSnapshots.builder();
        sources.forEach((name, all) -> {
            if (!all.isEmpty()) {
                snapshots.metricSnapshot(snapshot(name, all));
            }
        });
        return snapshots.build();
    }

    private static HistogramSnapshot snapshot(final String name, final List<Source> all) {
        final HistogramSnapshot.Builder histogram =
                HistogramSnapshot.builder().name(name).help(all.get(0).description);
        for (final Source source : all) {
            final DurationFigures figures = source.figures.get();
            final List<Long> counts = new ArrayList<>(figures.buckets());
            counts.add(
                    figures.count() - counts.stream().mapToLong(Long::longValue).sum());
            histogram.dataPoint(HistogramDataPointSnapshot.builder()
                    .labels(source.labels)
                    .sum(figures.totalNanos() / NANOS)
                    .classicHistogramBuckets(ClassicHistogramBuckets.of(BOUNDS, counts.toArray(Number[]::new)))
                    .build());
        }
        return histogram.build();
    }
}
