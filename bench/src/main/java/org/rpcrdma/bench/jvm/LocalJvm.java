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
 * A JVM on this machine, of this user, that has objects to show.
 *
 * @param pid     its process.
 * @param devices its devices, by commas.
 */
public record LocalJvm(long pid, String devices) {
    /** Starts the JVM's local management agent if it does not run yet; returns its JMX address. */
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

    /** Takes the only one there is. */
    public static LocalJvm only(final List<LocalJvm> found, final VisibleObjects objects) {
        if (found.isEmpty()) {
            throw new IllegalStateException("no JVM of this user has " + objects.label() + " to show; " + objects.demo()
                    + " shows how they look");
        }
        if (found.size() > 1) {
            throw new InputException("several JVMs have " + objects.label() + ", name one with --pid: "
                    + found.stream()
                            .map(jvm -> jvm.pid + " (" + jvm.devices + ")")
                            .collect(Collectors.joining(", ")));
        }
        return found.get(0);
    }
}
