// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key.region;

import org.rpcrdma.rnic.config.RegistrationStatistics;

/** The counters behind {@link RegistrationStatistics}, which registrations update. */
final class RegistrationCounters implements RegistrationStatistics {
    long registrations;
    long deregistrations;
    long handlesTaken;
    long handlesReused;
    long handlesCreated;
    long handlesDestroyed;
    long bytesHeld;
    long startNanos;

    @Override
    public long registrations() {
        return registrations;
    }

    @Override
    public long deregistrations() {
        return deregistrations;
    }

    @Override
    public long handlesTaken() {
        return handlesTaken;
    }

    @Override
    public long handlesReused() {
        return handlesReused;
    }

    @Override
    public long handlesCreated() {
        return handlesCreated;
    }

    @Override
    public long handlesDestroyed() {
        return handlesDestroyed;
    }

    @Override
    public long handlesHeld() {
        return handlesCreated - handlesDestroyed;
    }

    @Override
    public long bytesHeld() {
        return bytesHeld;
    }

    @Override
    public long startNanos() {
        return startNanos;
    }
}
