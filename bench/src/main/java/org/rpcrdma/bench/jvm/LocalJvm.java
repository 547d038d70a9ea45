// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.jvm;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.util.ArrayList;
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
    /** Returns the JVM of a process id, or the only one that has such objects if none is given. */
    public static LocalJvm find(final Long pid, final VisibleObjects objects) {
        return pid == null ? only(all(objects), objects) : ofPid(pid, objects);
    }

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

    private static List<LocalJvm> all(final VisibleObjects objects) {
        final List<LocalJvm> found = new ArrayList<>();
        AttachableJvms.devices(AttachableJvms.pids(), objects.property()).forEach((pid, devices) -> {
            if (!devices.isEmpty()) {
                found.add(new LocalJvm(pid, devices));
            }
        });
        return found;
    }

    private static LocalJvm ofPid(final long pid, final VisibleObjects objects) {
        if (!AttachableJvms.pids().contains(pid)) {
            throw new InputException("--pid must name another running JVM of this user: " + pid);
        }
        final String devices =
                AttachableJvms.devices(List.of(pid), objects.property()).get(pid);
        if (devices == null) {
            throw new IllegalStateException("JVM does not answer: " + pid);
        }
        if (devices.isEmpty()) {
            throw new InputException("--pid must name a JVM that has " + objects.label() + ": " + pid);
        }
        return new LocalJvm(pid, devices);
    }
}
