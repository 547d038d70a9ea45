// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.device;

/**
 * A strategy's measured figures divided by its predicted figures. A ratio is 1 if the prediction is right, and null if
 * the predicted time is 0.
 */
public record DeviceRatios(
        Double setup,
        Double teardown,
        Double setupAndTeardown,
        Double sharedSetup,
        Double sharedTeardown,
        Double rpcPerSecond,
        Double latencyP50,
        Double latencyP99,
        Double latencyP999) {
    /** Returns the ratios, or null if the measured or the predicted figures are missing. */
    static DeviceRatios of(final DeviceFigures real, final DeviceFigures predicted) {
        if (real == null || predicted == null) {
            return null;
        }
        return new DeviceRatios(
                ratio(real.setupNanos(), predicted.setupNanos()),
                ratio(real.teardownNanos(), predicted.teardownNanos()),
                ratio(real.setupNanos() + real.teardownNanos(), predicted.setupNanos() + predicted.teardownNanos()),
                ratio(real.sharedSetupNanos(), predicted.sharedSetupNanos()),
                ratio(real.sharedTeardownNanos(), predicted.sharedTeardownNanos()),
                ratio(real.rpcPerSecond(), predicted.rpcPerSecond()),
                ratio(real.latencyNanos().p50(), predicted.latencyNanos().p50()),
                ratio(real.latencyNanos().p99(), predicted.latencyNanos().p99()),
                ratio(real.latencyNanos().p999(), predicted.latencyNanos().p999()));
    }

    private static Double ratio(final double real, final double predicted) {
        return predicted == 0 ? null : real / predicted;
    }
}
