// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.microbench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Warmup;

/** Compares docs/results/benchmarks.md with the benchmarks that exist, and README.md with that page. */
class BenchmarksPageTest {
    private static final Path PAGE = Path.of("../../docs/results/benchmarks.md");
    private static final Path SOURCES = Path.of("src/main/java/org/rpcrdma/microbench");

    /** The time, in minutes, that a quiet machine with two processors needs for the whole page. */
    private static final double MINUTES = 25;

    /** The time, in seconds, that it takes to start a JVM and set up a benchmark. */
    private static final double SECONDS_OF_A_FORK = 1.2;

    @Test
    void shouldHaveEveryBenchmarkOnThePage() throws IOException {
        final Map<String, Score> scores = scores();
        final Set<String> missing = new TreeSet<>();
        for (final Class<?> type : benchmarks()) {
            for (final Method method : methods(type)) {
                missing.add(type.getSimpleName() + "." + method.getName());
            }
        }
        missing.removeAll(scores.keySet());
        assertEquals(Set.of(), missing, "./rpcrdma jmh --gc --json FILE, docs/results/jmh-table FILE");
    }

    /** A time on the page, such as 5.6 ± 0.1 ns/op. */
    private record Score(double median, double spread) {}

    /**
     * Returns the first time of each benchmark. A section's command contains the class, and a row's first cell contains
     * the method.
     */
    private static Map<String, Score> scores() throws IOException {
        final Pattern command = Pattern.compile("`\\./rpcrdma jmh (\\w+) --gc`; .*");
        final Pattern row = Pattern.compile("\\| (\\w+) \\|.*?([\\d,]+\\.\\d)(?: ± ([\\d,]+\\.\\d))? [nu]s/op .*");
        final Map<String, Score> scores = new TreeMap<>();
        String section = "";
        for (final String line : Files.readAllLines(PAGE)) {
            final Matcher head = command.matcher(line);
            final Matcher cells = row.matcher(line);
            if (head.matches()) {
                section = head.group(1);
            } else if (cells.matches()) {
                final String spread = cells.group(3) == null ? "0" : cells.group(3);
                scores.putIfAbsent(section + "." + cells.group(1), new Score(number(cells.group(2)), number(spread)));
            }
        }
        return scores;
    }

    private static double number(final String text) {
        return Double.parseDouble(text.replace(",", ""));
    }

    @Test
    void shouldRunEveryBenchmarkInThreeForksAtLeast() {
        final List<String> fewer = new ArrayList<>();
        for (final Class<?> type : benchmarks()) {
            if (type.getAnnotation(Fork.class).value() < 3) {
                fewer.add(type.getSimpleName());
            }
        }
        assertEquals(List.of(), fewer);
    }

    @Test
    void shouldTakeTwentyFiveMinutesForThePageAtMost() {
        final Map<String, Double> seconds = new TreeMap<>();
        benchmarks().forEach(type -> seconds.put(type.getSimpleName(), seconds(type)));
        final double minutes =
                seconds.values().stream().mapToDouble(Double::doubleValue).sum() / 60;
        assertTrue(minutes > 5 && minutes <= MINUTES, () -> "minutes=" + minutes + " seconds=" + seconds);
    }

    /**
     * README.md's figure for acquiring and releasing a buffer, in whole nanoseconds, must be within the spread on the
     * page.
     */
    @Test
    void shouldQuoteInTheReadmeWhatIsOnThePage() throws IOException {
        final Matcher figures = Pattern.compile("Acquiring\\s+and\\s+releasing\\s+a\\s+buffer\\s+takes\\s+([\\d.]+) ns"
                        + " \\(([\\d.]+) ns through an endpoint\\)")
                .matcher(Files.readString(Path.of("../../README.md")));
        assertTrue(figures.find(), "README.md does not state the time to acquire and release a buffer");
        final Map<String, Score> scores = scores();

        assertWithin(scores.get("ArenaPairOneThread.arena"), Double.parseDouble(figures.group(1)));
        assertWithin(scores.get("ArenaPairOneThread.arenaEndpoint"), Double.parseDouble(figures.group(2)));
    }

    private static void assertWithin(final Score score, final double quoted) {
        final double least = Math.rint(score.median() - score.spread());
        final double most = Math.rint(score.median() + score.spread());
        assertTrue(quoted >= least && quoted <= most, () -> "quoted=" + quoted + " page=" + score);
    }

    private static double seconds(final Class<?> type) {
        final Warmup warmup = type.getAnnotation(Warmup.class);
        final Measurement measurement = type.getAnnotation(Measurement.class);
        final double fork = SECONDS_OF_A_FORK
                + warmup.timeUnit().toMillis(1) * warmup.iterations() * warmup.time() / 1000.0
                + measurement.timeUnit().toMillis(1) * measurement.iterations() * measurement.time() / 1000.0;
        return methods(type).stream()
                        .mapToInt(method -> combinations(type, method))
                        .sum()
                * fork
                * type.getAnnotation(Fork.class).value();
    }

    private static int combinations(final Class<?> type, final Method method) {
        int product = 1;
        final Set<Class<?>> states = new LinkedHashSet<>(List.of(method.getParameterTypes()));
        for (Class<?> above = type; above != Object.class; above = above.getSuperclass()) {
            states.add(above);
        }
        for (final Class<?> state : states) {
            for (final Field field : state.getFields()) {
                if (field.getDeclaringClass() == state && field.getAnnotation(Param.class) != null) {
                    product *= values(field);
                }
            }
        }
        return product;
    }

    /**
     * Returns the number of values that a parameter has. An enumeration without listed values runs with all of its
     * constants.
     */
    private static int values(final Field field) {
        final int named = field.getAnnotation(Param.class).value().length;
        return named == 1 && field.getType().isEnum() ? field.getType().getEnumConstants().length : named;
    }

    private static List<Method> methods(final Class<?> type) {
        final Map<String, Method> methods = new HashMap<>();
        Arrays.stream(type.getMethods())
                .filter(method -> method.getAnnotation(Benchmark.class) != null)
                .forEach(method -> methods.put(method.getName(), method));
        return List.copyOf(methods.values());
    }

    private static List<Class<?>> benchmarks() {
        try (Stream<Path> files = Files.list(SOURCES)) {
            final List<Class<?>> types = new ArrayList<>();
            for (final Path file : files.sorted().toList()) {
                final Class<?> type = type(file.getFileName().toString().replace(".java", ""));
                if (!Modifier.isAbstract(type.getModifiers()) && !methods(type).isEmpty()) {
                    types.add(type);
                }
            }
            return types;
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Class<?> type(final String simpleName) {
        try {
            return Class.forName(BenchmarksPageTest.class.getPackageName() + "." + simpleName);
        } catch (final ClassNotFoundException e) {
            // package-info has no class.
            return Object.class;
        }
    }
}
