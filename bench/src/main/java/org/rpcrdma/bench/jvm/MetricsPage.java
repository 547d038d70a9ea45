// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.jvm;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmInfoMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.console.Version;

/**
 * Serves meters to Prometheus at {@code http://ADDRESS:PORT/metrics}, in Prometheus's text format or, if the client
 * prefers it, in the OpenMetrics format. {@code /-/healthy} responds as long as the process is running. The page always
 * contains the meters of the JVM and its process, and {@code rpcrdma_build_info}.
 */
public final class MetricsPage implements AutoCloseable {
    private static final int LARGEST_PORT = 65_535;
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";
    private static final String OPEN_METRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    private static final Map<String, String> WORDS = Map.of(
            "/", "rpcrdma: the meters are at /metrics\n",
            "/-/healthy", "Healthy\n");

    /** Micrometer's meters whose names violate Prometheus's naming rules, according to promtool. */
    private static final Set<String> UNUSUAL_NAMES = Set.of("process.cpu.time", "system.cpu.count");

    /** The maximum number of concurrent clients. Further clients wait, and slow clients are disconnected. */
    private static final int READERS = 32;

    private static final int IDLE_SECONDS = 60;

    /** Limits for the JDK's server. By default, it waits forever for the rest of a request, which blocks a thread. */
    private static final String[] SECONDS = {"sun.net.httpserver.maxReqTime", "sun.net.httpserver.maxRspTime"};

    private static final String MOST_SECONDS = "5";

    static {
        for (final String limit : SECONDS) {
            if (System.getProperty(limit) == null) {
                System.setProperty(limit, MOST_SECONDS);
            }
        }
    }

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final InetAddress address;
    private final HttpServer server;
    private final ExecutorService readers;
    private final JvmGcMetrics pauses = new JvmGcMetrics();

    private MetricsPage(final InetSocketAddress place) throws IOException {
        address = place.getAddress();
        server = HttpServer.create(place, 0);
        readers = new ThreadPoolExecutor(
                0,
                READERS,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                task -> {
                    final Thread thread = new Thread(task, "metrics page");
                    thread.setDaemon(true);
                    return thread;
                },
                new ThreadPoolExecutor.CallerRunsPolicy());
        server.setExecutor(readers);
        server.createContext("/", this::answer);
        bindProcess();
        server.start();
    }

    private void bindProcess() {
        registry.config().meterFilter(MeterFilter.deny(id -> UNUSUAL_NAMES.contains(id.getName())));
        for (final MeterBinder binder : List.of(
                new JvmMemoryMetrics(),
                pauses,
                new JvmThreadMetrics(),
                new ClassLoaderMetrics(),
                new ProcessorMetrics(),
                new UptimeMetrics(),
                new FileDescriptorMetrics(),
                new JvmInfoMetrics())) {
            binder.bindTo(registry);
        }
        Gauge.builder("rpcrdma.build.info", () -> 1)
                .description("Always 1; the version of rpcrdma is a label.")
                .tag("version", Version.CURRENT)
                .register(registry);
    }

    /** Answers a request. Unknown paths result in an error, so that users notice a wrong path in a probe. */
    private void answer(final HttpExchange exchange) throws IOException {
        try (exchange) {
            final String path = exchange.getRequestURI().getPath();
            if (path.equals("/metrics")) {
                final String accepted = exchange.getRequestHeaders().getFirst("Accept");
                final boolean isOpen = accepted != null && accepted.contains("application/openmetrics-text");
                send(exchange, OK, isOpen ? OPEN_METRICS : TEXT, registry.scrape(isOpen ? OPEN_METRICS : TEXT));
            } else if (WORDS.containsKey(path)) {
                send(exchange, OK, "text/plain; charset=utf-8", WORDS.get(path));
            } else {
                send(exchange, NOT_FOUND, "text/plain; charset=utf-8", "page not found; the meters are at /metrics\n");
            }
        }
    }

    private static void send(final HttpExchange exchange, final int status, final String type, final String text)
            throws IOException {
        final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        final boolean hasBody = !exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(status, hasBody ? bytes.length : -1);
        if (hasBody) {
            exchange.getResponseBody().write(bytes);
        }
    }

    /**
     * Opens a page.
     *
     * @param place {@code [ADDRESS:]PORT}. The default address is 127.0.0.1; port 0 selects a free port.
     * @throws InputException if the address is invalid or in use.
     */
    public static MetricsPage open(final String place) {
        try {
            return new MetricsPage(parse(place));
        } catch (final IOException e) {
            throw new InputException("--metrics " + place + ": " + e.getMessage());
        }
    }

    static InetSocketAddress parse(final String place) {
        final int colon = place.lastIndexOf(':');
        final String port = place.substring(colon + 1);
        if (!port.matches("[0-9]{1,5}") || Integer.parseInt(port) > LARGEST_PORT) {
            throw new InputException(
                    "--metrics must be [ADDRESS:]PORT with a port from 0 to 65535: --metrics=" + place);
        }
        try {
            return new InetSocketAddress(
                    InetAddress.getByName(colon <= 0 ? "127.0.0.1" : place.substring(0, colon)),
                    Integer.parseInt(port));
        } catch (final UnknownHostException e) {
            throw new InputException("--metrics has an unknown address: --metrics=" + place);
        }
    }

    public MeterRegistry registry() {
        return registry;
    }

    /** Returns the page's URL. */
    public String url() {
        final String host = address.getHostAddress();
        return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":"
                + server.getAddress().getPort() + "/metrics";
    }

    @Override
    public void close() {
        server.stop(0);
        readers.shutdown();
        pauses.close();
        registry.close();
    }
}
