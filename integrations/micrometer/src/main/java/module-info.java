// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/** Meters for Micrometer. */
module org.rpcrdma.micrometer {
    requires transitive micrometer.core;
    requires static io.prometheus.metrics.model;
    requires static micrometer.registry.prometheus;
    requires transitive org.rpcrdma.transport;

    exports org.rpcrdma.micrometer;
}
