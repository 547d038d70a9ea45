// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.runner;

import java.util.HashMap;
import java.util.Map;

/** The options of a testbed that a row can choose.
 *
 * @param environment environment variables that the devices' driver sees, beside those that are there.
 */
public record TestbedOptions(Map<String, String> environment) {
    /** Nothing chosen. */
    public static final TestbedOptions DEFAULT = new TestbedOptions(Map.of());

    /**
     * These options with a variable.
     *
     * @param name  its name.
     * @param value its value.
     * @return new options.
     */
    public TestbedOptions withVariable(final String name, final String value) {
        final Map<String, String> variables = new HashMap<>(environment);
        variables.put(name, value);
        return new TestbedOptions(Map.copyOf(variables));
    }

    /**
     * Refuses a choice: a host's device is as it is.
     *
     * @throws RowSkipped if something is chosen.
     */
    void requireDefault() {
        if (!equals(DEFAULT)) {
            throw new RowSkipped("is as it is: " + this);
        }
    }
}
