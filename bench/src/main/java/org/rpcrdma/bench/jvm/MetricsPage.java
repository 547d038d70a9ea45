// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.jvm;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.exporter.httpserver.HTTPServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.rpcrdma.bench.console.InputException;

/** A page of meters for Prometheus: {@code http://ADDRESS:PORT/metrics}. */
public final class MetricsPage implements AutoCloseable {
    private static final int LARGEST_PORT = 65_535;

    /** The JDK's server waits for ever for the rest of a request, with one of few threads, unless it is told. */
    private static final String[] SECONDS = {"sun.net.httpserver.maxReqTime", "sun.net.httpserver.maxRspTime"};

    private static final String MOST_SECONDS = "5";

    /** Prints a stack for each reader that leaves early; kept here, or its level would be forgotten. */
    private static final Logger EXPORTER = Logger.getLogger("io.prometheus.metrics.exporter");

    static {
        for (final String limit : SECONDS) {
            if (System.getProperty(limit) == null) {
                System.setProperty(limit, MOST_SECONDS);
            }
        }
        EXPORTER.setLevel(Level.OFF);
    }

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final InetAddress address;
    private final HTTPServer server;

    private MetricsPage(final InetSocketAddress place) throws IOException {
        address = place.getAddress();
        server = HTTPServer.builder()
                .inetAddress(address)
                .port(place.getPort())
                .registry(registry.getPrometheusRegistry())
                .buildAndStart();
    }

    /**
     * Opens a page.
     *
     * @param place {@code [ADDRESS:]PORT}; on 127.0.0.1 unless an address is given, at any port if that is 0.
     * @throws InputException if that is no place, or it is taken.
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
            throw new InputException("--metrics has no address that is known: --metrics=" + place);
        }
    }

    public MeterRegistry registry() {
        return registry;
    }

    /** Returns where it is. */
    public String url() {
        final String host = address.getHostAddress();
        return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + server.getPort() + "/metrics";
    }

    @Override
    public void close() {
        server.close();
        registry.close();
    }
}
