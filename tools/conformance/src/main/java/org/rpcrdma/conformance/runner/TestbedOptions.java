// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.runner;

import java.util.HashMap;
import java.util.Map;

/**
 * The options that a row can choose for its testbed.
 *
 * @param environment additional environment variables for the devices' driver.
 */
public record TestbedOptions(Map<String, String> environment) {
    /** The default options. */
    public static final TestbedOptions DEFAULT = new TestbedOptions(Map.of());

    /**
     * Returns a copy of these options with an additional variable.
     *
     * @param name  the variable's name.
     * @param value the variable's value.
     * @return new options.
     */
    public TestbedOptions withVariable(final String name, final String value) {
        final Map<String, String> variables = new HashMap<>(environment);
        variables.put(name, value);
        return new TestbedOptions(Map.copyOf(variables));
    }

    /**
     * Skips the row if it chooses an option, because a device of the host offers no choice.
     *
     * @throws RowSkipped if an option is chosen.
     */
    void requireDefault() {
        if (!equals(DEFAULT)) {
            throw new RowSkipped("is fixed: " + this);
        }
    }
}
