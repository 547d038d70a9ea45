// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.micrometer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.transport.EndCause.TIMEOUT;

import io.micrometer.core.instrument.Measurement;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MockClock;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.arena.ArenaFigures;
import org.rpcrdma.arena.ArenaMXBean;
import org.rpcrdma.frmr.FrmrDriver;
import org.rpcrdma.frmr.FrmrKey;
import org.rpcrdma.frmr.FrmrPools;
import org.rpcrdma.testkit.StillClock;
import org.rpcrdma.transport.DurationFigures;
import org.rpcrdma.transport.client.ClientFigures;
import org.rpcrdma.transport.client.ClientMXBean;
import org.rpcrdma.transport.server.ServerFigures;
import org.rpcrdma.transport.server.ServerMXBean;

/** Tests that every figure has exactly one meter, under one name, and that the meter reads the current value. */
class MetersTest {
    private static final DurationFigures DURATIONS = new DurationFigures(
            6,
            3_000_000_000L,
            2_000,
            3_000,
            4_000,
            5_000,
            6_000_000_000L,
            LongStream.range(0, DurationFigures.BOUNDS_NANOS.size())
                    .map(bucket -> bucket < 5 ? 1 : 0)
                    .boxed()
                    .toList());

    private final MockClock clock = new MockClock();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry(SimpleConfig.DEFAULT, clock);
    private final PrometheusMeterRegistry prometheus = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    @AfterEach
    void close() {
        registry.close();
        prometheus.close();
    }

    /** Creates a record of figures with the values first, first + 1 and so on. */
    private static <T extends Record> T figures(final Class<T> type, final int first, final boolean areMeasured) {
        final RecordComponent[] components = type.getRecordComponents();
        final Object[] values = new Object[components.length];
        for (int i = 0; i < values.length; i++) {
            final Class<?> kind = components[i].getType();
            if (kind == int.class) {
                values[i] = first + i;
            } else if (kind == long.class) {
                values[i] = (long) first + i;
            } else {
                values[i] = kind == Map.class ? Map.of(TIMEOUT, (long) first + i) : areMeasured ? DURATIONS : null;
            }
        }
        try {
            return type.cast(type.getDeclaredConstructors()[0].newInstance(values));
        } catch (final ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private static ServerFigures server(final int first) {
        return figures(ServerFigures.class, first, true);
    }

    private static ClientFigures client(final int first) {
        return figures(ClientFigures.class, first, true);
    }

    private static void bindAll(final MeterRegistry to, final String name) {
        new ServerMeters(() -> server(1), Tags.of("server", name)).bindTo(to);
        new ClientMeters(() -> client(1), Tags.of("client", name)).bindTo(to);
        new ArenaMeters(() -> figures(ArenaFigures.class, 1, true), Tags.of("arena", name)).bindTo(to);
        new FrmrMeters(new FrmrPools(new CountingDriver(), new StillClock()), Tags.of("device", name)).bindTo(to);
    }

    /** Returns a page's samples, keyed by name and labels. */
    private static TreeMap<String, Double> samples(final String page) {
        final TreeMap<String, Double> samples = new TreeMap<>();
        page.lines().filter(line -> !line.startsWith("#")).forEach(line -> {
            final int end = line.lastIndexOf(' ');
            samples.put(line.substring(0, end), Double.valueOf(line.substring(end + 1)));
        });
        return samples;
    }

    private static String snake(final String camel) {
        return camel.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }

    private static Set<String> getters(final Class<?> bean) {
        return Arrays.stream(bean.getMethods())
                .map(Method::getName)
                .map(name -> snake(name.substring("get".length())).substring(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> components(final Class<?> figures) {
        return Arrays.stream(figures.getRecordComponents())
                .map(RecordComponent::getName)
                .map(MetersTest::snake)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the metric names on a page, without the suffixes of meter types. */
    private static Set<String> names(final String page, final String prefix) {
        return page.lines()
                .filter(line -> line.startsWith("# TYPE " + prefix))
                .map(line -> line.substring(("# TYPE " + prefix).length(), line.lastIndexOf(' ')))
                .filter(name -> !name.endsWith("_max_seconds"))
                .map(name -> name.replaceFirst("_(total|seconds|seconds_total)$", ""))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void shouldShowEachFigureByOneNameInPrometheusAndJmx() {
        bindAll(prometheus, "a");
        final String page = prometheus.scrape();
        assertEquals(components(ServerFigures.class), names(page, "rpcrdma_server_"));
        assertEquals(components(ServerFigures.class), getters(ServerMXBean.class));
        assertEquals(components(ClientFigures.class), names(page, "rpcrdma_client_"));
        assertEquals(components(ClientFigures.class), getters(ClientMXBean.class));
        final Set<String> words = components(ArenaFigures.class);
        assertEquals(words, getters(ArenaMXBean.class));
        assertTrue(words.remove("mapping_nanos"));
        words.add("mapping");
        assertEquals(words, names(page, "rpcrdma_arena_"));
    }

    @Test
    void shouldListEveryNameOnThePageAndNoOther() throws IOException {
        bindAll(prometheus, "a");
        final Set<String> shown = prometheus
                .scrape()
                .lines()
                .filter(line -> line.startsWith("# TYPE "))
                .map(line -> line.split(" ")[2])
                .filter(name -> !name.endsWith("_max_seconds"))
                .collect(Collectors.toCollection(TreeSet::new));
        final String text = Files.readString(Path.of("../../docs/monitoring.md"));
        final Set<String> listed = new TreeSet<>();
        for (final String kind : List.of("server", "client", "arena", "frmr")) {
            final int begin = text.indexOf("| `rpcrdma_" + kind + "_` |");
            assertTrue(begin > 0, kind);
            final String table = text.substring(begin, text.indexOf("\n\n", begin));
            table.lines()
                    .skip(2)
                    .forEach(row -> Stream.of(row.split("\\|")[1].split(","))
                            .map(name -> name.replace("`", "").trim())
                            .forEach(name -> listed.add("rpcrdma_" + kind + "_" + name)));
        }
        assertEquals(shown, listed);
    }

    @Test
    void shouldHaveEachMetricThatTheGrafanaBoardNames() throws IOException {
        bindAll(prometheus, "a");
        final Set<String> samples = samples(prometheus.scrape()).keySet().stream()
                .map(sample -> sample.replaceFirst("\\{.*", ""))
                .collect(Collectors.toCollection(TreeSet::new));
        final Set<String> named = Pattern.compile("rpcrdma_[a-z_]+")
                .matcher(Files.readString(Path.of("../../docs/results/grafana.json"))
                        + Files.readString(Path.of("../../docs/results/alerts.yml")))
                .results()
                .map(MatchResult::group)
                .collect(Collectors.toCollection(TreeSet::new));
        assertTrue(named.size() > 40, named.toString());
        named.removeAll(samples);
        named.removeIf(name -> name.startsWith("rpcrdma_nfs_")); // nfs3-server's: its CallCountsTest has them
        assertEquals(Set.of(), named);
    }

    @Test
    void shouldNameNothingTwice() {
        bindAll(prometheus, "a");
        for (final String line :
                prometheus.scrape().lines().filter(l -> l.startsWith("# TYPE ")).toList()) {
            final List<String> words = List.of(line.split(" ")[2].split("_"));
            assertEquals(Set.copyOf(words).size(), words.size(), line);
        }
    }

    @Test
    void shouldReadTheCurrentFigures() {
        new ServerMeters(() -> server(1), Tags.of("server", "a")).bindTo(prometheus);
        final TreeMap<String, Double> samples = samples(prometheus.scrape());
        final RecordComponent[] components = ServerFigures.class.getRecordComponents();
        for (int i = 0; i < components.length; i++) {
            final String name = "rpcrdma_server_" + snake(components[i].getName());
            if (components[i].getType().isPrimitive()) {
                final Double value =
                        samples.getOrDefault(name + "{server=\"a\"}", samples.get(name + "_total{server=\"a\"}"));
                assertEquals(i + 1.0, value, name);
            } else if (components[i].getType() == Map.class) {
                assertEquals(i + 1.0, samples.get(name + "_total{reason=\"timeout\",server=\"a\"}"));
                assertEquals(0.0, samples.get(name + "_total{reason=\"rejected\",server=\"a\"}"));
            }
        }
    }

    @Test
    void shouldGivePrometheusHistogramsOfSeveralServers() {
        final ServerMeters first = new ServerMeters(() -> server(1), Tags.of("server", "a"));
        first.bindTo(prometheus);
        new ServerMeters(() -> server(1), Tags.of("server", "b")).bindTo(prometheus);
        final TreeMap<String, Double> samples = samples(prometheus.scrape());
        final String bucket = "rpcrdma_server_service_seconds_bucket{server=\"b\",le=\"%s\"}";
        assertEquals(1, samples.get(String.format(bucket, "1.0E-6")));
        assertEquals(5, samples.get(String.format(bucket, "2.5E-5")));
        assertEquals(5, samples.get(String.format(bucket, "5.0")));
        assertEquals(6, samples.get(String.format(bucket, "+Inf")));
        assertEquals(6, samples.get("rpcrdma_server_service_seconds_count{server=\"a\"}"));
        assertEquals(3, samples.get("rpcrdma_server_service_seconds_sum{server=\"a\"}"));
        assertEquals(6, samples.get("rpcrdma_server_service_max_seconds{server=\"a\"}"));
        first.close();
        final String page = prometheus.scrape();
        assertFalse(page.contains("server=\"a\""), page);
        assertTrue(page.contains("rpcrdma_server_service_seconds_count{server=\"b\"} 6"), page);
    }

    @Test
    void shouldKeepTheFirstOfTwoHistogramsWithTheSameTags() {
        new ServerMeters(() -> server(1), Tags.of("server", "a")).bindTo(prometheus);
        final ServerMeters second = new ServerMeters(() -> server(1), Tags.of("server", "a"));
        second.bindTo(prometheus);
        second.close();
        assertTrue(prometheus.scrape().contains("rpcrdma_server_service_seconds_count{server=\"a\"} 6"));
    }

    @Test
    void shouldGiveHistogramsTheTagsThatARegistryAddsToAll() {
        prometheus.config().commonTags("host", "h1");
        new ServerMeters(() -> server(1), Tags.of("server", "a")).bindTo(prometheus);
        assertTrue(prometheus.scrape().contains("rpcrdma_server_service_seconds_count{host=\"h1\",server=\"a\"} 6"));
    }

    @Test
    void shouldGiveOtherRegistriesPercentiles() {
        new ClientMeters(() -> client(1), Tags.of("client", "a")).bindTo(registry);
        final String name = "rpcrdma.client.round.trip";
        assertEquals(6, registry.get(name).functionTimer().count());
        assertEquals(3, registry.get(name).functionTimer().totalTime(TimeUnit.SECONDS));
        final Map<String, Double> percentiles = new TreeMap<>();
        registry.get(name + ".percentile")
                .timeGauges()
                .forEach(gauge -> percentiles.put(gauge.getId().getTag("phi"), gauge.value(TimeUnit.NANOSECONDS)));
        assertEquals(Map.of("0.5", 2e3, "0.9", 3e3, "0.99", 4e3, "0.999", 5e3), percentiles);
        assertEquals(6e9, registry.get(name + ".max").timeGauge().value(TimeUnit.NANOSECONDS));
    }

    @Test
    void shouldBindEachRegistryOfAComposite() {
        final CompositeMeterRegistry all = new CompositeMeterRegistry();
        all.add(registry);
        all.add(prometheus);
        final ServerMeters meters = new ServerMeters(() -> server(1), Tags.of("server", "a"));
        meters.bindTo(all);
        assertEquals(5, registry.get("rpcrdma.server.credits").gauge().value());
        assertTrue(prometheus.scrape().contains("rpcrdma_server_service_seconds_bucket"));
        meters.close();
        assertEquals("", prometheus.scrape());
        assertEquals(List.of(), registry.getMeters());
    }

    @Test
    void shouldHaveNoDurationsOfAServerThatMeasuresNone() {
        new ServerMeters(() -> figures(ServerFigures.class, 1, false), Tags.of("server", "a")).bindTo(registry);
        assertFalse(registry.getMeters().stream()
                .anyMatch(meter -> meter.getId().getName().contains("service.max")));
        assertEquals(5, registry.get("rpcrdma.server.credits").gauge().value());
    }

    @Test
    void shouldReadOnceForWhatIsPublishedTogether() {
        final AtomicInteger readings = new AtomicInteger();
        new ClientMeters(() -> client(readings.incrementAndGet()), Tags.of("client", "a")).bindTo(registry);
        clock.add(1, TimeUnit.SECONDS);
        final int before = readings.get();
        registry.getMeters().forEach(meter -> meter.measure().forEach(Measurement::getValue));
        assertEquals(before + 1, readings.get());
    }

    @Test
    void shouldContinueAsTheOnlyUserOfTheSource() {
        final AtomicInteger readings = new AtomicInteger();
        new ClientMeters(() -> client(readings.incrementAndGet()), Tags.of("client", "a")).bindTo(registry);
        for (int i = 0; i < 3; i++) {
            System.gc();
            clock.add(1, TimeUnit.SECONDS);
            final double first = registry.get("rpcrdma.client.connections.established")
                    .functionCounter()
                    .count();
            assertEquals(readings.get(), first, "the current figures");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldMeterPools(final boolean isPrometheus) {
        final FrmrPools pools = new FrmrPools(new CountingDriver(), new StillClock());
        try (pools) {
            new FrmrMeters(pools, Tags.of("device", "a")).bindTo(isPrometheus ? prometheus : registry);
            final int first = pools.pop(FrmrKey.of(1, 8));
            final int second = pools.pop(FrmrKey.of(1, 16));
            pools.push(FrmrKey.of(1, 16), second);
            clock.add(1, TimeUnit.SECONDS);
            if (!isPrometheus) {
                assertEquals(
                        1, registry.get("rpcrdma.frmr.handles.in.use").gauge().value());
                assertEquals(
                        1, registry.get("rpcrdma.frmr.handles.queued").gauge().value());
                assertEquals(
                        2, registry.get("rpcrdma.frmr.misses").functionCounter().count());
                assertEquals(2, registry.get("rpcrdma.frmr.pools").gauge().value());
            } else {
                assertEquals(2, samples(prometheus.scrape()).get("rpcrdma_frmr_misses_total{device=\"a\"}"));
            }
            pools.push(FrmrKey.of(1, 8), first);
        }
    }

    @Test
    void shouldMeterAnArena() {
        new ArenaMeters(() -> figures(ArenaFigures.class, 1, true), Tags.of("arena", "a")).bindTo(prometheus);
        final TreeMap<String, Double> samples = samples(prometheus.scrape());
        assertEquals(7, samples.get("rpcrdma_arena_mapped_bytes{arena=\"a\"}"));
        assertEquals(4, samples.get("rpcrdma_arena_buffers_high_water{arena=\"a\"}"));
        assertEquals(9, samples.get("rpcrdma_arena_shards_freed_total{arena=\"a\"}"));
        assertEquals(13e-9, samples.get("rpcrdma_arena_mapping_seconds_total{arena=\"a\"}"), 1e-12);
    }

    @Test
    void shouldTakeItsOwnMetersAwayWhenItIsClosed() {
        final ClientMeters first = new ClientMeters(() -> client(5), Tags.of("client", "a"));
        final ClientMeters second = new ClientMeters(() -> client(50), Tags.of("client", "a"));
        final Supplier<Double> established = () -> registry.get("rpcrdma.client.connections.established")
                .functionCounter()
                .count();
        first.bindTo(registry);
        second.bindTo(registry);
        second.close();
        assertEquals(5, established.get());
        first.close();
        assertEquals(List.of(), registry.getMeters());
        second.bindTo(registry);
        assertEquals(50, established.get());
    }

    @Test
    void shouldReportWhatIsMissing() {
        assertThrows(IllegalArgumentException.class, () -> new ServerMeters(null, Tags.empty()));
        assertThrows(IllegalArgumentException.class, () -> new ArenaMeters(null, Tags.empty()));
        assertThrows(IllegalArgumentException.class, () -> new ClientMeters(() -> null, null));
        assertThrows(IllegalArgumentException.class, () -> new FrmrMeters(null, Tags.empty()));
    }

    private static final class CountingDriver implements FrmrDriver {
        private int made;

        @Override
        public void create(final FrmrKey key, final int[] handles, final int count) {
            for (int i = 0; i < count; i++) {
                handles[i] = ++made;
            }
        }

        @Override
        public void destroy(final int[] handles, final int count) {}
    }
}
