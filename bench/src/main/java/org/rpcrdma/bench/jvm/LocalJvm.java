// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.jvm;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.rpcrdma.bench.console.InputException;

/**
 * One of this user's JVMs on this machine that shows objects.
 *
 * @param pid     the process id.
 * @param devices the JVM's devices, separated by commas.
 */
public record LocalJvm(long pid, String devices) {
    /** Returns the JMX address of the JVM's local management agent, starting the agent if necessary. */
    String startAgent() throws IOException {
        try {
            final VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
            try {
                return machine.startLocalManagementAgent();
            } finally {
                machine.detach();
            }
        } catch (final AttachNotSupportedException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** Returns the only JVM in a list; rejects a list with any other number of JVMs. */
    public static LocalJvm only(final List<LocalJvm> found, final VisibleObjects objects) {
        if (found.isEmpty()) {
            throw new IllegalStateException(
                    "no JVM of this user shows " + objects.label() + "; " + objects.demo() + " shows an example");
        }
        if (found.size() > 1) {
            throw new InputException("several JVMs show " + objects.label() + ", select one with --pid: "
                    + found.stream()
                            .map(jvm -> jvm.pid + " (" + jvm.devices + ")")
                            .collect(Collectors.joining(", ")));
        }
        return found.get(0);
    }
}
