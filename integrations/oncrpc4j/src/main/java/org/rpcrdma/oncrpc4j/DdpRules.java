// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.oncrpc4j;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The programs' rules, by procedure. A procedure without a rule has no DDP-eligible items. Its messages are sent inline
 * if they fit, otherwise in a Position-Zero Read chunk or a Reply chunk. Thread-safe.
 */
public final class DdpRules {
    private record Procedure(int program, int version, int number) {}

    private final Map<Procedure, DdpRule> rules = new ConcurrentHashMap<>();

    /** Creates a registry that contains the rules of RFC 8267 for NFS versions 3 and 4. MOUNT and NLM have no rules. */
    public DdpRules() {
        Nfs3Rules.addTo(this);
        Nfs4Rules.addTo(this);
    }

    /**
     * Adds or replaces a rule.
     *
     * @param program   the program number.
     * @param version   the program version.
     * @param procedure the procedure number.
     * @param rule      the rule.
     * @return this.
     */
    public DdpRules add(final int program, final int version, final int procedure, final DdpRule rule) {
        rules.put(new Procedure(program, version, procedure), rule);
        return this;
    }

    /** Returns a procedure's rule, or null if the procedure has no rule. */
    DdpRule find(final int program, final int version, final int procedure) {
        return rules.get(new Procedure(program, version, procedure));
    }
}
