// A bot in Go: one file, the standard library alone.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"strings"
)

// message is what the referee writes; what is not named here is passed over.
type message struct {
	Type     string                     `json:"type"`
	ID       *int64                     `json:"id"`
	Rules    map[string]json.RawMessage `json:"rules"`
	Seed     int64                      `json:"seed"`
	Decision string                     `json:"decision"`
	Legal    []string                   `json:"legal"`
	Trick    [][2]any                   `json:"trick"`
}

// answer is what the bot writes.
type answer struct {
	ID      int64  `json:"id"`
	Name    string `json:"name,omitempty"`
	Version string `json:"version,omitempty"`
	Action  string `json:"action,omitempty"`
}

// bot is one game of it; a new one is made for each.
type bot struct {
	avoid bool // the reverse games: fewest points win
	luck  int64
}

func newBot(game message) bot {
	_, reverse := game.Rules["ace_of_bastoni"]
	return bot{avoid: reverse, luck: game.Seed%2147483646 + 1}
}

// choose returns one of the legal actions.
func (b *bot) choose(act message) string {
	var cards []string
	for _, action := range act.Legal {
		if len(action) == 2 { // a card is a rank and a suit, a word is longer
			cards = append(cards, action)
		}
	}
	switch {
	case act.Decision == "play" && len(act.Trick) == 0:
		return b.lead(cards)
	case act.Decision == "play":
		return b.follow(cards, act.Trick)
	case act.Decision == "declare": // all there is
		return act.Legal[len(act.Legal)-1]
	case len(cards) == 0: // the first word is never the bold one
		return act.Legal[0]
	case act.Decision == "call":
		return cards[len(cards)-1]
	}
	return b.spare(cards)
}

// lead takes any suit, and of it the strongest card, or where points are bad the weakest.
func (b *bot) lead(cards []string) string {
	suit := cards[b.chance(len(cards))][1]
	found := ""
	for _, card := range cards {
		if card[1] == suit && (found == "" || !b.avoid) {
			found = card
		}
	}
	return found
}

// follow wins as cheaply as can be, else it gives the weakest; or where points are bad, the strongest that does not win.
func (b *bot) follow(cards []string, trick [][2]any) string {
	best := ""
	for _, played := range trick { // seat and card
		card, _ := played[1].(string)
		if best == "" || (card[1] == best[1] && strength(card) > strength(best)) {
			best = card
		}
	}
	var winning, losing []string
	for _, card := range cards {
		if card[1] == best[1] && strength(card) > strength(best) {
			winning = append(winning, card)
		} else {
			losing = append(losing, card)
		}
	}
	if len(winning) > 0 && !(b.avoid && len(losing) > 0) {
		return winning[0]
	}
	return b.spare(losing)
}

// spare returns the card to be rid of.
func (b *bot) spare(cards []string) string {
	found := cards[0]
	for _, card := range cards {
		if b.avoid && strength(card) > strength(found) || !b.avoid && strength(card) < strength(found) {
			found = card
		}
	}
	return found
}

// chance returns a number below count, always the same for the same seed.
func (b *bot) chance(count int) int {
	b.luck = b.luck * 48271 % 2147483647
	return int(b.luck % int64(count))
}

// strength is where the rank of a card such as 3b stands, from weak to strong; both decks fit in.
func strength(card string) int {
	return strings.IndexByte("45678JQKA239T", card[0])
}

func main() {
	input := bufio.NewReader(os.Stdin) // a Scanner would refuse long lines
	var b bot
	for {
		line, err := input.ReadBytes('\n')
		if err != nil {
			return // the end of the input
		}
		var m message
		if err := json.Unmarshal(line, &m); err != nil {
			log.Fatal(err)
		}
		switch m.Type {
		case "quit":
			return
		case "game":
			b = newBot(m)
		}
		if m.ID == nil {
			continue
		}
		a := answer{ID: *m.ID}
		switch m.Type {
		case "hello":
			a.Name, a.Version = "sample", "1"
		case "act":
			a.Action = b.choose(m)
		}
		text, err := json.Marshal(a)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%s\n", text)
	}
}
