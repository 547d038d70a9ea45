/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.nic;

/**
 * What happened to a device's packets, by a {@link FaultPlan} and by {@link Faults}. Live, and counted at the device that
 * sent the packet, but for those that arrived while its own link was down. Belongs to the simulation's thread.
 */
public final class FaultStatistics {
    long lost;
    long duplicated;
    long reordered;
    long corrupted;
    long linkDown;
    long tooLong;

    FaultStatistics() {}

    /**
     * Packets that got lost.
     *
     * @return their number, 0 or more.
     */
    public long lost() {
        return lost;
    }

    /**
     * Packets that arrived twice.
     *
     * @return their number, 0 or more.
     */
    public long duplicated() {
        return duplicated;
    }

    /**
     * Packets, and twins of such, that were delayed so that others could overtake them.
     *
     * @return their number, 0 or more.
     */
    public long reordered() {
        return reordered;
    }

    /**
     * Packets of whose payload a byte was changed.
     *
     * @return their number, 0 or more.
     */
    public long corrupted() {
        return corrupted;
    }

    /**
     * Packets that were dropped because the device's link was down, when it sent them or when they arrived.
     *
     * @return their number, 0 or more.
     */
    public long linkDown() {
        return linkDown;
    }

    /**
     * Packets that were dropped because their payload was longer than the receiver's MTU.
     *
     * @return their number, 0 or more.
     */
    public long tooLong() {
        return tooLong;
    }

    @Override
    public String toString() {
        return "lost=" + lost + " duplicated=" + duplicated + " reordered=" + reordered + " corrupted=" + corrupted
                + " linkDown=" + linkDown + " tooLong=" + tooLong;
    }
}
